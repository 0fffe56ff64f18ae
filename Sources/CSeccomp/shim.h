// libseccomp for Swift.
#pragma once
#include <errno.h>
#include <seccomp.h>

// The action that makes a system call fail with EPERM. Swift does not import function-like macros.
static inline uint32_t seccomp_refuse(void) {
    return SCMP_ACT_ERRNO(EPERM);
}
