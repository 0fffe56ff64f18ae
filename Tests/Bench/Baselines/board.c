// The baseline for keys, start and instructions: what a careful C programmer would write on ncursesw to show the screen of
// `fourinarow two` at 80x24 with 256 colours and to choose a column. One blocking poll on the keyboard and a signalfd; a key draws
// the disc above the board, the square where it would land and two numbers, and nothing else; the hidden cursor ends on the disc, for screen
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

enum { COLUMNS = 7, ROWS = 6, WIDTH = 6, HEIGHT = 3, LEFT = 18, TOP = 4 };
enum { PANEL = 1, HOLE, GHOST, GHOST_IN_HOLE, DISC, RIM, NUMBER, CHOSEN, YELLOW, RED, BAR, BAR_KEY };

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

static void draw_number(int column, bool is_chosen) {
    wchar_t text[] = {L' ', L'1' + column, L' ', 0};
    attrset(COLOR_PAIR(is_chosen ? CHOSEN : NUMBER) | (is_chosen ? A_BOLD : A_NORMAL));
    mvaddwstr(TOP + ROWS * HEIGHT, left_of(column) + 1, text);
}

// The disc above the column, where it would land, and the column's number.
static void draw_choice(void) {
    int x = left_of(chosen), y = TOP + (ROWS - 1) * HEIGHT;
    put(TOP - 3, x, DISC, L" ▄▄▄ ");
    put(TOP - 2, x, DISC, L"█████");
    put(TOP - 1, x, DISC, L"▀");
    put(TOP - 1, x + 1, RIM, L"▀▀▀");
    put(TOP - 1, x + 4, DISC, L"▀");
    put(y, x, GHOST, L" ▄▄▄ ");
    put(y + 1, x, GHOST, L"█");
    put(y + 1, x + 4, GHOST, L"█");
    put(y + 2, x, GHOST, L"▀");
    put(y + 2, x + 1, GHOST_IN_HOLE, L"▄▄▄");
    put(y + 2, x + 4, GHOST, L"▀");
    draw_number(chosen, true);
    move(TOP - 1, x + 2);
}

static void choose(int step) {
    if (chosen + step < 0 || chosen + step >= COLUMNS) return;
    for (int y = TOP - 3; y < TOP; y++) put(y, left_of(chosen), 0, L"     ");
    draw_hole(chosen, ROWS - 1);
    draw_number(chosen, false);
    chosen += step;
    draw_choice();
}

static void draw_key(const wchar_t *key, const char *label) {
    attrset(COLOR_PAIR(BAR_KEY) | A_BOLD);
    addwstr(key);
    attrset(COLOR_PAIR(BAR));
    printw(" %s  ", label);
}

static void draw_screen(void) {
    erase();
    attrset(COLOR_PAIR(YELLOW) | A_BOLD);
    mvaddwstr(0, 0, L" ▸ ● Yellow         0 ");
    attrset(COLOR_PAIR(BAR));
    printw("%54s    ", "0            Red ");
    put(0, 76, RED, L"◉");
    attrset(COLOR_PAIR(BAR_KEY) | A_BOLD);
    mvaddstr(0, 33, "Yellow's turn");
    attrset(COLOR_PAIR(PANEL));
    for (int y = TOP; y < TOP + ROWS * HEIGHT; y++) mvprintw(y, LEFT, "%*s", COLUMNS * WIDTH + 1, "");
    mvprintw(TOP + ROWS * HEIGHT, LEFT - 1, "%*s", COLUMNS * WIDTH + 3, "");
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) draw_hole(column, row);
        draw_number(column, false);
    }
    attrset(A_DIM);
    mvaddstr(TOP + ROWS * HEIGHT, 73, "move 1");
    attrset(COLOR_PAIR(BAR));
    mvprintw(LINES - 1, 0, "%*s", COLS, "");
    move(LINES - 1, 1);
    draw_key(L"←→", "Column");
    draw_key(L"Enter", "Drop");
    draw_key(L"H", "Hint");
    draw_key(L"E", "Scores");
    draw_key(L"T", "Threats");
    draw_key(L"U", "Undo");
    draw_key(L"Q", "Menu");
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
    init_pair(RIM, 220, 220);
    init_pair(NUMBER, 189, 25);
    init_pair(CHOSEN, 231, 27);
    init_pair(YELLOW, 16, 220);
    init_pair(RED, 203, 236);
    init_pair(BAR, 250, 236);
    init_pair(BAR_KEY, 231, 236);
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
