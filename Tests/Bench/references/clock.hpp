// The clock of the processor for the other solvers, in microseconds.
#include <algorithm>
#include <ctime>
#include <vector>

static double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

// What it takes to read the clock.
static double clock_time() {
    std::vector<double> times;
    for (int turn = 0; turn < 1001; turn++) {
        double start = now();
        times.push_back(now() - start);
    }
    std::nth_element(times.begin(), times.begin() + 500, times.end());
    return times[500];
}
