// ncursesw for Swift: names that Swift cannot import from <curses.h>.
#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

// Swift 6 does not allow C's global variables.
static inline WINDOW *curses_standard_window(void) { return stdscr; }
static inline WINDOW *curses_current_screen(void) { return curscr; }

// Macros with casts are not imported.
static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }
static inline attr_t curses_line_drawing(void) { return A_ALTCHARSET; }

// The capability's text; NULL if the terminal has none, for which tigetstr may also return -1.
static inline const char *curses_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

// The sequence that moves the cursor to a row and a column from 0, or NULL. tiparm is variadic, which Swift cannot call.
static inline const char *curses_cursor_address(int row, int column) {
    const char *text = curses_capability("cup");
    return text ? tiparm(text, row, column) : NULL;
}
