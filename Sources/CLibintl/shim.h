// gettext as the C library has it; Swift's Glibc module hides these headers.
#pragma once
#include <libintl.h>
#include <locale.h>

// What was looked up is remembered for as long as this number stays: libintl's own manual says to count it up when the language changes.
static inline void libintl_forget(void) {
    extern int _nl_msg_cat_cntr;
    ++_nl_msg_cat_cntr;
}
