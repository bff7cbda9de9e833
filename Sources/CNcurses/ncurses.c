#define _GNU_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#include "CNcurses.h"
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static struct termios before;
static volatile sig_atomic_t end_asked;
static sigset_t signals_before, signals_waiting;
/// The terminal's own words for "leave the full screen, show the cursor, plain text", ready for a
/// handler that may call nothing.
static char farewell[256];
static size_t farewell_bytes;

static const int kept[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
enum { kept_count = sizeof kept / sizeof *kept, fault_count = sizeof faults / sizeof *faults };
static struct sigaction kept_before[kept_count], faults_before[fault_count];

static void note_end(int number) {
    (void)number;
    end_asked = 1;
}

static void restore_and_die(int number) {
    // tcsetattr and write may be called in a handler; ncurses may not.
    tcsetattr(0, TCSANOW, &before);
    ssize_t wrote = write(1, farewell, farewell_bytes);
    (void)wrote;
    signal(number, SIG_DFL);
    raise(number);
}

static void add_farewell(const char *capability) {
    const char *text = tigetstr((char *)capability);
    if (text == NULL || text == (char *)-1) return;
    size_t length = strlen(text);
    if (farewell_bytes + length > sizeof farewell) return;
    memcpy(farewell + farewell_bytes, text, length);
    farewell_bytes += length;
}

static void use_utf8(void) {
    // Only the form of characters: numbers and dates of the program do not follow the locale.
    if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        setlocale(LC_CTYPE, "C.UTF-8");
    }
}

int kncurses_start(int with_color) {
    if (screen != NULL || tcgetattr(0, &before) != 0) return -1;
    use_utf8();
    const char *kind = getenv("TERM");
    if (kind == NULL || *kind == 0) return -1;
    screen = newterm((char *)kind, stdout, stdin);
    if (screen == NULL) return -1;
    set_term(screen);
    set_escdelay(25);
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    if (with_color && has_colors()) {
        start_color();
        use_default_colors();
        for (short color = 1; color < 8; color++) init_pair(color, color, -1);
    }
    farewell_bytes = 0;
    add_farewell("sgr0");
    add_farewell("rmkx");
    add_farewell("rmcup");
    add_farewell("cnorm");
    end_asked = 0;
    // Signals come only while kncurses_key waits: none falls between looking at the flag and
    // waiting.
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGWINCH);
    for (int i = 0; i < kept_count; i++) sigaddset(&blocked, kept[i]);
    sigprocmask(SIG_BLOCK, &blocked, &signals_before);
    // A parent may have left them blocked.
    signals_waiting = signals_before;
    sigdelset(&signals_waiting, SIGWINCH);
    for (int i = 0; i < kept_count; i++) sigdelset(&signals_waiting, kept[i]);
    struct sigaction action = {.sa_handler = note_end};
    for (int i = 0; i < kept_count; i++) sigaction(kept[i], &action, &kept_before[i]);
    action.sa_handler = restore_and_die;
    for (int i = 0; i < fault_count; i++) sigaction(faults[i], &action, &faults_before[i]);
    return 0;
}

void kncurses_stop(void) {
    if (screen == NULL) return;
    endwin();
    delscreen(screen);
    screen = NULL;
    tcsetattr(0, TCSADRAIN, &before);
    for (int i = 0; i < fault_count; i++) sigaction(faults[i], &faults_before[i], NULL);
    // Those that came are forgotten with their handlers: they were obeyed.
    for (int i = 0; i < kept_count; i++) {
        signal(kept[i], SIG_IGN);
        sigaction(kept[i], &kept_before[i], NULL);
    }
    sigprocmask(SIG_SETMASK, &signals_before, NULL);
}

void kncurses_size(int *height, int *width) {
    *height = LINES;
    *width = COLS;
}

void kncurses_clear(void) { werase(stdscr); }

void kncurses_put(int row, int column, const char *utf8, int style) {
    attr_t attributes = A_NORMAL;
    if (style & kncurses_bold) attributes |= A_BOLD;
    if (style & kncurses_dim) attributes |= A_DIM;
    if (style & kncurses_reverse) attributes |= A_REVERSE;
    wattrset(stdscr, attributes | COLOR_PAIR((style >> kncurses_color_shift) & 7));
    // The last cell of the last line cannot be written without scrolling on some terminals: its
    // error is none of ours.
    mvwaddstr(stdscr, row, column, utf8);
}

void kncurses_show(int row, int column) {
    curs_set(row >= 0);
    if (row >= 0) wmove(stdscr, row, column);
    wrefresh(stdscr);
}

static int32_t translated(int status, wint_t wide) {
    if (status == OK) {
        if (wide == L'\r' || wide == L'\n') return kncurses_key_enter;
        if (wide == 8 || wide == 127) return kncurses_key_backspace;
        return (int32_t)wide;
    }
    switch (wide) {
        case KEY_UP: return kncurses_key_up;
        case KEY_DOWN: return kncurses_key_down;
        case KEY_LEFT: return kncurses_key_left;
        case KEY_RIGHT: return kncurses_key_right;
        case KEY_PPAGE: return kncurses_key_page_up;
        case KEY_NPAGE: return kncurses_key_page_down;
        case KEY_HOME: return kncurses_key_home;
        case KEY_END: return kncurses_key_end;
        case KEY_ENTER: return kncurses_key_enter;
        case KEY_BACKSPACE: return kncurses_key_backspace;
        case KEY_RESIZE: return kncurses_key_resize;
        default: return kncurses_key_other;
    }
}

int32_t kncurses_key(void) {
    while (!end_asked) {
        wint_t wide = 0;
        const int status = wget_wch(stdscr, &wide);
        if (status != ERR) return translated(status, wide);
        struct pollfd input = {.fd = 0, .events = POLLIN};
        const int ready = ppoll(&input, 1, NULL, &signals_waiting);
        if (ready < 0 && errno != EINTR) return kncurses_key_end_of_input;
        if (ready <= 0) continue;
        int waiting = 0;
        if ((input.revents & (POLLERR | POLLNVAL)) != 0) return kncurses_key_end_of_input;
        // A terminal that is gone is readable for ever and has nothing to read.
        if (ioctl(0, FIONREAD, &waiting) != 0 || waiting == 0) {
            return kncurses_key_end_of_input;
        }
    }
    return kncurses_key_end_of_input;
}
