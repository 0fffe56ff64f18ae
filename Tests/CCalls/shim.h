// System calls by their numbers, for the probe of the sandboxes: syscall(2) has a variable number of arguments, which Swift cannot call.
#pragma once
#include <sys/syscall.h>
#include <unistd.h>

static inline long linux_call(long number, long first, long second, long third) {
    return syscall(number, first, second, third, 0L, 0L);
}
