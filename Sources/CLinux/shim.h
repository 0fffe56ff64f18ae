// Functions of the C library that Swift's Glibc module does not show: their headers are not in it, or need a feature macro. The
// prototypes are those of signalfd(2), eventfd(2), memfd_create(2), prctl(2), dladdr(3), wcwidth(3) and
// posix_spawn_file_actions_addclosefrom_np(3); the numbers are those of <linux/prctl.h>. Also Landlock's system calls (landlock(7)) and
// seccomp's filter, for which the C library has no functions.
#pragma once
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <locale.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

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

// The child of posix_spawn(3) closes all descriptors from `first` on.
static inline int linux_close_from(void *actions, int first) {
    extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
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

// No program that this process starts gains privileges; seccomp(2) and landlock(7) require this.
static inline int linux_no_new_privileges(void) {
    extern int prctl(int, ...);
    return prctl(38 /* PR_SET_NO_NEW_PRIVS */, 1L, 0L, 0L, 0L);
}

// The kernel's version of Landlock; negative if it has none.
static inline int linux_landlock_version(void) {
    return (int)syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// A descriptor of a rule set that refuses these kinds of file access except where rules allow them; negative on failure.
static inline int linux_landlock_create(uint64_t file_accesses) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = file_accesses};
    return (int)syscall(__NR_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
}

// Allows these kinds of access to an open file, or to what is in an open folder.
static inline int linux_landlock_allow(int ruleset, uint64_t file_accesses, int file) {
    struct landlock_path_beneath_attr rule = {.allowed_access = file_accesses, .parent_fd = file};
    return (int)syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// Restricts this process to a rule set for good.
static inline int linux_landlock_restrict(int ruleset) {
    return (int)syscall(__NR_landlock_restrict_self, ruleset, 0);
}

// The architecture that a filter of system calls sees (seccomp(2)).
static inline uint32_t linux_architecture(void) {
#if defined(__x86_64__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#else
#error "Which architecture is this?"
#endif
}

// Adds a filter of system calls for good.
static inline int linux_filter_calls(struct sock_filter *filter, unsigned short length) {
    struct sock_fprog program = {.len = length, .filter = filter};
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

// The path of the dynamic loader, which the kernel starts before a program; NULL if there is none.
static inline const char *linux_loader(void) {
    struct { const char *file; void *base; const char *symbol; void *address; } place = {NULL, NULL, NULL, NULL};
    extern int dladdr(const void *, void *);
    return dladdr((const void *)getauxval(AT_BASE), &place) ? place.file : NULL;
}
