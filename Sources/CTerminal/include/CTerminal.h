#pragma once

#include <stddef.h>
#include <stdint.h>

// A terminal in raw mode that is given back however the process ends.

enum {
  FG_TERMINAL_RESIZED = 1,
  FG_TERMINAL_STOP = 2,
  FG_TERMINAL_CONTINUED = 4,
};

// Notes the terminal's present settings and the bytes that undo what will be written to it, and begins to watch signals:
// those that end the process give the terminal back first, the others are noted. Returns a descriptor that has something
// to read once a signal was noted, or -errno. To be called once in a process.
int fg_terminal_watch(int descriptor, const uint8_t *leave, size_t count);
// Sets raw mode (tcsetattr(3)); 0 or -errno.
int fg_terminal_take(void);
// Writes the bytes and sets the old mode, once for each fg_terminal_take; it may be called in a signal handler.
void fg_terminal_give_back(void);
// Whether the terminal is ours now.
int fg_terminal_is_taken(void);
// Says whether a picture's bytes are only written in part, so that giving back begins with the end of a string.
void fg_terminal_is_amid(int is_amid);
// Says how many answers of the terminal are awaited: a signal that ends the process waits up to a second for them, so that
// they are not typed at the shell's prompt.
void fg_terminal_awaits(int count);
// The signals that were noted since the last call, as bits.
int fg_terminal_events(void);
// Stops this process, or all of its group, as the terminal's own key would (kill(2)); returns when it goes on.
void fg_terminal_stop(int whole_group);
