// libseccomp for Swift, and Landlock's system calls (landlock(7)), for which the C library has no functions.
#pragma once
#include <errno.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The action that makes a system call fail with EPERM. Swift does not import function-like macros.
static inline uint32_t seccomp_refuse(void) {
    return SCMP_ACT_ERRNO(EPERM);
}

// The kernel's version of Landlock; negative if it has none.
static inline int landlock_version(void) {
    return (int)syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// A descriptor of a rule set that handles these kinds of file access; negative on failure.
static inline int landlock_create(uint64_t file_accesses) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = file_accesses};
    return (int)syscall(__NR_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
}

// Restricts this process to a rule set for good.
static inline int landlock_restrict(int ruleset) {
    return (int)syscall(__NR_landlock_restrict_self, ruleset, 0);
}

// No program that this process starts gains privileges; seccomp(2) and landlock(7) require this.
static inline int no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
