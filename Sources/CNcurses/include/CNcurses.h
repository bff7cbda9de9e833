#pragma once
#include <stdint.h>

// A terminal as a grid of characters and a stream of keys: what the program needs of ncursesw,
// without its macros and globals.

/// Styles of text; combined with |.
enum {
    kncurses_bold = 1,
    kncurses_dim = 2,
    kncurses_reverse = 4,
    /// Three bits: 0 none, else an ANSI colour 1 (red) to 7 (white).
    kncurses_color_shift = 4,
};

/// What ``kncurses_key`` gives beside characters, which are their Unicode scalars.
enum {
    kncurses_key_none = -1,
    kncurses_key_up = -2,
    kncurses_key_down = -3,
    kncurses_key_left = -4,
    kncurses_key_right = -5,
    kncurses_key_page_up = -6,
    kncurses_key_page_down = -7,
    kncurses_key_home = -8,
    kncurses_key_end = -9,
    kncurses_key_enter = -10,
    kncurses_key_backspace = -11,
    kncurses_key_other = -12,
    kncurses_key_resize = -13,
    /// A signal asks for the end, or the terminal is gone.
    kncurses_key_end_of_input = -14,
};

/// Takes the terminal of descriptors 0 and 1 over; 0, or -1 where its kind is unknown. Once a
/// process.
///
/// From here on SIGHUP, SIGINT, SIGQUIT and SIGTERM are kept for kncurses_key, and a fault of the
/// program gives the terminal back before it ends.
int kncurses_start(int with_color);

/// Gives the terminal back as it was, and the signals. Harmless when it was not taken.
void kncurses_stop(void);

void kncurses_size(int *height, int *width);
void kncurses_clear(void);
/// Text without control characters, cut by the caller to what fits.
void kncurses_put(int row, int column, const char *utf8, int style);
/// Shows what was put; the cursor stands there, or is hidden where row is negative.
void kncurses_show(int row, int column);

/// Waits for the next key.
int32_t kncurses_key(void);
