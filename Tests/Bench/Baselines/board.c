// The baseline for keys, start and instructions: what a careful C programmer would write on ncursesw to show the screen of
// `fourinarow two` and to move the arrow. One blocking poll on the keyboard and a signalfd; a key changes two cells and
// nothing else is drawn. It has no rules: no disc is ever dropped. Every ncurses call is the ordinary one.

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

enum { COLUMNS = 7, ROWS = 6, PITCH = 6, LEFT = 18, TOP = 5, ARROW_ROW = 4 };
enum { BLUE_LINES = 1, YELLOW_DISC = 2 };

static int arrow = 3;

static int centre(int column) { return LEFT + 1 + column * PITCH + 2; }

static void draw_arrow(void) {
    attrset(COLOR_PAIR(YELLOW_DISC));
    mvaddwstr(ARROW_ROW, centre(arrow), L"▼");
    attrset(A_NORMAL);
}

static void move_arrow(int step) {
    if (arrow + step < 0 || arrow + step >= COLUMNS) return;
    mvaddch(ARROW_ROW, centre(arrow), ' ');
    arrow += step;
    draw_arrow();
}

static void draw_key(const wchar_t *key, const char *label) {
    attrset(A_BOLD);
    addwstr(key);
    attrset(A_NORMAL);
    printw(" %s  ", label);
}

static void draw_screen(void) {
    erase();
    attrset(A_BOLD);
    mvaddstr(0, 1, "Two players");
    attrset(A_NORMAL);
    mvaddstr(0, 55, "Yellow 0  Drawn 0  Red 0");
    mvaddstr(2, LEFT, "Yellow to move.");
    attrset(COLOR_PAIR(BLUE_LINES));
    for (int y = TOP; y < TOP + 2 * ROWS; y++) {
        mvaddwstr(y, LEFT, L"│");
        mvaddwstr(y, LEFT + COLUMNS * PITCH, L"│");
    }
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) mvaddwstr(TOP + 2 * row + 1, centre(column), L"·");
    }
    mvaddwstr(TOP + 2 * ROWS, LEFT, L"└");
    for (int x = 1; x < COLUMNS * PITCH; x++) addwstr(L"─");
    addwstr(L"┘");
    attrset(A_DIM);
    for (int column = 0; column < COLUMNS; column++) mvprintw(TOP + 2 * ROWS + 1, centre(column), "%d", column + 1);
    attrset(A_NORMAL);
    move(LINES - 1, 1);
    draw_key(L"←→", "Column");
    draw_key(L"Enter", "Drop");
    draw_key(L"1-7", "Drop at once");
    draw_key(L"Q", "Quit");
    draw_key(L"?", "Keys");
    draw_arrow();
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
    leaveok(stdscr, TRUE);
    curs_set(0);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED, NULL);
    start_color();
    use_default_colors();
    init_pair(BLUE_LINES, COLOR_BLUE, -1);
    init_pair(YELLOW_DISC, COLOR_YELLOW, -1);
}

// Every key that is there; false when the player has had enough.
static bool read_keys(void) {
    wint_t key;
    int kind;
    while ((kind = get_wch(&key)) != ERR) {
        if (kind == OK && key == L'q') return false;
        if (kind != KEY_CODE_YES) continue;
        if (key == KEY_LEFT) move_arrow(-1);
        if (key == KEY_RIGHT) move_arrow(1);
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
