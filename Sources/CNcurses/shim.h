// ncursesw for Swift: the few names that Swift cannot import from <curses.h> by itself.
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

// Swift 6 refuses C's global variables; a function that reads one is welcome.
static inline WINDOW *curses_standard_window(void) { return stdscr; }
static inline WINDOW *curses_current_screen(void) { return curscr; }

// Macros with casts in them are not imported.
static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }
static inline attr_t curses_line_drawing(void) { return A_ALTCHARSET; }

// The capability's text, or NULL where the terminal has none: tigetstr says -1 as well.
static inline const char *curses_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

// The cursor moved to a row and a column, both from 0; NULL where it cannot be. tiparm is variadic, which Swift cannot call.
static inline const char *curses_cursor_address(int row, int column) {
    const char *text = curses_capability("cup");
    return text ? tiparm(text, row, column) : NULL;
}
