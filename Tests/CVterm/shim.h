// libvterm for the tests: a terminal without a window. Tests look at every cell after every few bytes, so that is done in C.
#pragma once
#include <vterm.h>

// The palette's colour that fills the upper half of each cell of a row; -1: the terminal's own colour, or that of a character.
static inline void vterm_screen_get_paints(const VTermScreen *screen, int row, int width, int16_t *paints) {
    for (int column = 0; column < width; column++) {
        VTermScreenCell cell;
        vterm_screen_get_cell(screen, (VTermPos){.row = row, .col = column}, &cell);
        const VTermColor *colour = 0;
        uint8_t own = 0;
        switch (cell.chars[0]) {
        case 0x2588: case 0x2580: case 0x259B: case 0x259C: colour = &cell.fg, own = VTERM_COLOR_DEFAULT_FG; break;
        case 0x2584: case 0x2596: case 0x2597: case ' ': case 0xA0: case 0: colour = &cell.bg, own = VTERM_COLOR_DEFAULT_BG; break;
        }
        paints[column] = colour && (colour->type & (own | VTERM_COLOR_INDEXED)) == VTERM_COLOR_INDEXED ? colour->indexed.idx : -1;
    }
}
