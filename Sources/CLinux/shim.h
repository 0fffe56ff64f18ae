// Functions of the C library that Swift's Glibc module does not show: their headers are not in it, or need a feature macro. The
// prototypes are those of signalfd(2), eventfd(2), memfd_create(2), prctl(2) and wcwidth(3); the numbers are those of <linux/prctl.h>.
#pragma once
#include <locale.h>

static inline int linux_signalfd(int descriptor, const void *mask, int flags) {
    extern int signalfd(int, const void *, int);
    return signalfd(descriptor, mask, flags);
}

static inline int linux_eventfd(unsigned count, int flags) {
    extern int eventfd(unsigned, int);
    return eventfd(count, flags);
}

static inline int linux_memfd_create(const char *name, unsigned flags) {
    extern int memfd_create(const char *, unsigned);
    return memfd_create(name, flags);
}

static inline int linux_get_dumpable(void) {
    extern int prctl(int, ...);
    return prctl(3 /* PR_GET_DUMPABLE */, 0L, 0L, 0L, 0L);
}

static inline int linux_set_dumpable(int dumpable) {
    extern int prctl(int, ...);
    return prctl(4 /* PR_SET_DUMPABLE */, (long)dumpable, 0L, 0L, 0L);
}

static inline int linux_wcwidth(int character) {
    extern int wcwidth(int);
    return wcwidth(character);
}

// The locale C.UTF-8, which is part of glibc; NULL if it is missing.
static inline void *linux_utf8_locale(void) {
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

// wcwidth(3) in a locale from linux_utf8_locale: the cells of a character; -1 if it is unassigned or not printable.
static inline int linux_width(int character, void *locale) {
    locale_t previous = uselocale((locale_t)locale);
    int width = linux_wcwidth(character);
    uselocale(previous);
    return width;
}
