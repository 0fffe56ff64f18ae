#!/usr/bin/env python3
"""Plays whole games of Four in a Row through the program's lines: linesbot.py GAMES SEED PROGRAM ARGUMENT...

What the program says goes to standard output, and after each game a line of its own: GAME, the columns that were played, and won, lost
or drawn. Written from the manual page (Lines) and nothing else. Whoever won asks for the replay; after a draw, whoever moved first.
"""
import random
import re
import subprocess
import sys

games, chance = int(sys.argv[1]), random.Random(sys.argv[2])
program = subprocess.Popen(
    sys.argv[3:] + ["--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
columns, was_first, asks = "", False, False


def answer(line):
    program.stdin.write(line + "\n")
    program.stdin.flush()


for line in program.stdout:
    print(line, end="", flush=True)
    if move := re.match(r"(.*): column (\d), row \d\.", line):
        was_first = move[1] == "You" if not columns else was_first
        columns += move[2]
    if end := re.search(r"We have a winner: (.*)!$|row \d\. (You) won in \d+ moves?\.$|row \d\. (.*) wins\.$|It's a draw\.$", line):
        winner = end[1] or end[2] or end[3]
        result = "drawn" if winner is None else "won" if winner.lower() == "you" else "lost"
        print("GAME", columns, result, flush=True)
        asks = result == "won" or result == "drawn" and was_first
        columns, games = "", games - 1
        if games == 0:
            program.stdin.close()
    elif re.search(r"Your turn\.$", line):
        answer(chance.choice([column for column in "1234567" if columns.count(column) < 6]))
    elif line.startswith(("r: Replay", "r: Next game")) and asks and games > 0:
        answer("replay")
sys.exit(program.wait())
