// The stopwatch: writes a key to one terminal and times the first byte on another, or on the same. In C, because what a slow
// stopwatch adds to both sides of a ratio hides the difference.
//
// probe DESCRIPTOR...: the terminals' master ends, all of which it keeps empty. Orders come on stdin, one a line:
//   type IN HEX          write these bytes to IN
//   time IN OUT GAP HEX  wait GAP microseconds, write the bytes to IN, print the nanoseconds until OUT has a byte (-1: a second
//                        passed without one)

#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 16 };

static struct pollfd polled[MOST];
static int polled_count;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Reads what comes until the deadline, or until `awaited` has something; returns when that was, or -1.
static long long drain(long long deadline, int awaited) {
    static char bytes[1 << 16];
    for (;;) {
        long long left = deadline - now();
        if (left < 0) return -1;
        struct timespec patience = {left / 1000000000, left % 1000000000};
        if (ppoll(polled, polled_count, &patience, NULL) <= 0) return -1;
        long long then = now();
        int is_there = 0;
        for (int i = 0; i < polled_count; i++) {
            if (!polled[i].revents) continue;
            if (read(polled[i].fd, bytes, sizeof bytes) <= 0) exit(EXIT_FAILURE);
            if (polled[i].fd == awaited) is_there = 1;
        }
        if (is_there) return then;
    }
}

static void type(int descriptor, const char *hex) {
    char bytes[64];
    size_t count = 0;
    for (unsigned value; count < sizeof bytes && sscanf(hex, "%2x", &value) == 1; hex += 2) bytes[count++] = (char)value;
    if (write(descriptor, bytes, count) < 0) exit(EXIT_FAILURE);
}

int main(int count, char **words) {
    for (int i = 1; i < count && i <= MOST; i++) {
        polled[polled_count++] = (struct pollfd){.fd = atoi(words[i]), .events = POLLIN};
    }
    char line[256], hex[130];
    while (fgets(line, sizeof line, stdin)) {
        int in, out, gap;
        if (sscanf(line, "time %d %d %d %129s", &in, &out, &gap, hex) == 4) {
            drain(now() + gap * 1000LL, -1);
            long long start = now();
            type(in, hex);
            long long end = drain(start + 1000000000LL, out);
            printf("%lld\n", end < 0 ? -1 : end - start);
        } else if (sscanf(line, "type %d %129s", &in, hex) == 2) {
            type(in, hex);
        } else {
            return EXIT_FAILURE;
        }
    }
    drain(now() + 50000000LL, -1);
    return EXIT_SUCCESS;
}
