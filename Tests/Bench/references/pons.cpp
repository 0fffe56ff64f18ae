// Times Pascal Pons' solver as engine-bench times ours: the same input, the same line at the end.
#include <iostream>
#include <utility>
#include <vector>

#include "Solver.hpp"
#include "clock.hpp"

using namespace GameSolver::Connect4;

int main() {
    static Solver solver;
    std::vector<std::pair<Position, std::string>> asked;
    for (std::string line; std::getline(std::cin, line);) {
        std::string digits = line.substr(0, line.find(' '));
        Position position;
        position.play(digits);
        asked.emplace_back(position, line.substr(digits.size()));
    }
    double total = 0, clock = clock_time();
    long count = 0, wrong = 0;
    for (const auto &[position, known] : asked) {
        solver.reset();
        double start = now();
        int score = solver.solve(position);
        total += now() - start - clock;
        count++;
        if (!known.empty() && std::stoi(known) != score) wrong++;
    }
    std::printf("%ld positions, %ld wrong, mean %.3f us\n", count, wrong, total / count);
}
