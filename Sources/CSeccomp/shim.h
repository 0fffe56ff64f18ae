// libseccomp for Swift, and Landlock, which the C library has no functions for: landlock(7) has the calls.
#pragma once
#include <errno.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The action that makes a system call fail with EPERM: Swift imports no function-like macros.
static inline uint32_t seccomp_refuse(void) {
    return SCMP_ACT_ERRNO(EPERM);
}

// Which version of Landlock the kernel has; negative where it has none.
static inline int landlock_version(void) {
    return (int)syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// A rule set that handles these kinds of access to files, as a descriptor; negative where it fails.
static inline int landlock_create(uint64_t file_accesses) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = file_accesses};
    return (int)syscall(__NR_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
}

// Puts this process under a rule set for good.
static inline int landlock_restrict(int ruleset) {
    return (int)syscall(__NR_landlock_restrict_self, ruleset, 0);
}

// No program that this process starts gains rights by setuid; seccomp(2) and landlock(7) ask for it.
static inline int no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
