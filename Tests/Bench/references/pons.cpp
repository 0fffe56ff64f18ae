// Times Pascal Pons' solver as engine-bench times ours: the same input, the same line at the end.
#include <ctime>
#include <iostream>

#include "Solver.hpp"

using namespace GameSolver::Connect4;

static double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main() {
    static Solver solver;
    std::string line;
    double total = 0;
    long count = 0, wrong = 0;
    while (std::getline(std::cin, line)) {
        std::string digits = line.substr(0, line.find(' '));
        Position position;
        position.play(digits);
        solver.reset();
        double start = now();
        int score = solver.solve(position);
        total += now() - start;
        count++;
        if (line.size() > digits.size() && std::stoi(line.substr(digits.size())) != score) wrong++;
    }
    std::printf("%ld positions, %ld wrong, mean %.3f us\n", count, wrong, total / count);
}
