// glibc's gettext; Swift's Glibc module does not have these headers.
#pragma once
#include <libintl.h>
#include <locale.h>

// Must be incremented when the language changes, as the manual of gettext says: look-ups are cached until then.
static inline void libintl_forget(void) {
    extern int _nl_msg_cat_cntr;
    ++_nl_msg_cat_cntr;
}
