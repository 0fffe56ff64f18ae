// The baseline for keys, start and instructions: what a careful C programmer would write on ncursesw to show the screen of
// `fourinarow two` at 80x24 with 256 colours and to choose a column. One blocking poll on the keyboard and a signalfd; a key draws
// the disc above the board and the square where it would land, and nothing else; the hidden cursor ends on the disc, for screen
// readers follow it. A frame is one write, as the game's is: the first byte of one says that all of it is there. It has no rules: no
// disc is ever dropped. Every ncurses call is the ordinary one.

#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

enum { COLUMNS = 7, ROWS = 6, WIDTH = 6, HEIGHT = 3, LEFT = 18, TOP = 3 };
enum { PANEL = 1, HOLE, GHOST, GHOST_IN_HOLE, DISC, NUMBER, YELLOW, RED, PANEL_ALONE };

static int chosen = 3;

static int left_of(int column) { return LEFT + 1 + column * WIDTH; }

static void put(int y, int x, int pair, const wchar_t *text) {
    attrset(COLOR_PAIR(pair));
    mvaddwstr(y, x, text);
}

static void draw_hole(int column, int row) {
    int x = left_of(column), y = TOP + row * HEIGHT;
    put(y, x, HOLE, L" ▄▄▄ ");
    put(y + 1, x, HOLE, L"█████");
    put(y + 2, x, HOLE, L"▀███▀");
}

// The disc above the column, and where it would land.
static void draw_choice(void) {
    int x = left_of(chosen), y = TOP + (ROWS - 1) * HEIGHT;
    put(TOP - 1, x, DISC, L"▀███▀");
    put(y + 1, x + 1, GHOST, L"█");
    put(y + 1, x + 2, GHOST_IN_HOLE, L"▀");
    put(y + 1, x + 3, GHOST, L"█");
    put(y + 2, x + 1, GHOST_IN_HOLE, L"▀▀▀");
    move(TOP - 1, x + 2);
}

static void choose(int step) {
    if (chosen + step < 0 || chosen + step >= COLUMNS) return;
    put(TOP - 1, left_of(chosen), 0, L"     ");
    draw_hole(chosen, ROWS - 1);
    chosen += step;
    draw_choice();
}

static void draw_key(const wchar_t *key, const char *label) {
    attrset(A_BOLD);
    addwstr(key);
    attrset(A_NORMAL);
    printw(" %s  ", label);
}

static void draw_screen(void) {
    erase();
    put(0, 1, YELLOW, L"● Yellow");
    attrset(A_BOLD);
    addstr("  0 : 0  ");
    put(0, 18, RED, L"Red ◉");
    attrset(A_NORMAL);
    mvaddstr(0, 73, "move 1");
    attrset(A_BOLD);
    mvaddstr(1, 33, "Yellow's turn");
    attrset(COLOR_PAIR(PANEL));
    for (int y = TOP; y <= TOP + ROWS * HEIGHT; y++) mvprintw(y, LEFT, "%*s", COLUMNS * WIDTH + 1, "");
    for (int x = LEFT - 1; x <= LEFT + COLUMNS * WIDTH + 1; x++) put(TOP + ROWS * HEIGHT + 1, x, PANEL_ALONE, L"▀");
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) draw_hole(column, row);
        attrset(COLOR_PAIR(NUMBER));
        mvprintw(TOP + ROWS * HEIGHT, left_of(column) + 2, "%d", column + 1);
    }
    attrset(A_NORMAL);
    move(LINES - 1, 1);
    draw_key(L"←→", "Column");
    draw_key(L"Enter", "Drop");
    draw_key(L"1-7", "Drop at once");
    draw_key(L"Q", "Quit");
    draw_key(L"H", "Hint");
    draw_key(L"U", "Undo");
    draw_key(L"?", "Keys");
    draw_choice();
}

// The signals that the loop wants to read, not to be interrupted by.
static int watch_signals(void) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGHUP);
    sigaddset(&wanted, SIGWINCH);
    sigprocmask(SIG_BLOCK, &wanted, NULL);
    return signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void take_terminal(void) {
    setlocale(LC_ALL, "");
    initscr();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED, NULL);
    start_color();
    use_default_colors();
    init_pair(PANEL, 25, 25);
    init_pair(HOLE, 233, 25);
    init_pair(GHOST, 178, 25);
    init_pair(GHOST_IN_HOLE, 178, 233);
    init_pair(DISC, 220, -1);
    init_pair(NUMBER, 153, 25);
    init_pair(YELLOW, COLOR_YELLOW, -1);
    init_pair(RED, COLOR_RED, -1);
    init_pair(PANEL_ALONE, 25, -1);
}

// Every key that is there; false when the player has had enough.
static bool read_keys(void) {
    wint_t key;
    int kind;
    while ((kind = get_wch(&key)) != ERR) {
        if (kind == OK && key == L'q') return false;
        if (kind != KEY_CODE_YES) continue;
        if (key == KEY_LEFT) choose(-1);
        if (key == KEY_RIGHT) choose(1);
    }
    return true;
}

// False where a signal says that it is over; a new size is drawn anew.
static bool read_signal(int descriptor) {
    struct signalfd_siginfo info;
    if (read(descriptor, &info, sizeof info) != sizeof info) return true;
    if (info.ssi_signo != SIGWINCH) return false;
    endwin();
    refresh();
    draw_screen();
    return true;
}

int main(void) {
    int signals = watch_signals();
    take_terminal();
    endwin();  // until the first one ncurses 6.4 flushes at every movement of the cursor
    draw_screen();
    refresh();
    struct pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
    bool is_playing = true;
    while (is_playing && poll(polled, 2, -1) > 0) {
        if (polled[0].revents & (POLLHUP | POLLERR)) break;
        if (polled[0].revents) is_playing = read_keys();
        if (polled[1].revents) is_playing = read_signal(signals) && is_playing;
        refresh();
    }
    endwin();
    return EXIT_SUCCESS;
}
