// Times Christophe Steininger's solver as engine-bench times ours, its search called without its threads.
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "solver/search.h"
#include "solver/settings.h"
#include "solver/table.h"

__attribute__((noinline)) int solve(Search &search, Position position) {
    if (position.wins_this_move(position.find_player_threats())) return position.score_win();
    int alpha = std::max(position.score_loss(), Position::MIN_SCORE);
    int beta = std::min(position.score_win(), Position::MAX_SCORE);
    int score = (alpha + beta) / 2;
    while (alpha < beta) {
        int window = std::max(score, alpha + 1);
        score = search.search(position, window - 1, window, 0);
        (score < window ? beta : alpha) = score;
    }
    return score;
}

int main() {
    Table table;
    auto stats = std::make_shared<Stats>();
    Search search(0, table, stats, std::make_shared<Progress>());
    std::vector<std::pair<Position, std::string>> asked;
    for (std::string line; std::getline(std::cin, line);) {
        std::string digits = line.substr(0, line.find(' '));
        Position position;
        for (char digit : digits) position.move(digit - '1');
        asked.emplace_back(position, line.substr(digits.size()));
    }
    double total = 0, clock = clock_time();
    long count = 0, wrong = 0;
    for (auto &[position, known] : asked) {
        table.clear();
        double start = now();
        int score = solve(search, position);
        total += now() - start - clock;
        count++;
        if (!known.empty() && std::stoi(known) != score) wrong++;
    }
    std::printf("%ld positions, %ld wrong, mean %.3f us\n", count, wrong, total / count);
}
