// ncursesw for Swift: the few names that Swift cannot import from <curses.h> by itself.
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
