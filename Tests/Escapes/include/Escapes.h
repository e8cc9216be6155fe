#ifndef ESCAPES_H
#define ESCAPES_H

#include <stddef.h>
#include <sys/types.h>

// What a decoder that was taken over would try, so that tests can see each try refused. Used by wall-probe, and by
// FaultShim inside the tool. Without walls the tries do no harm either: signals are number 0, changes are made to files
// of the test.

// What the tries aim at.
struct escape_aims {
  // The process that started this one.
  pid_t broker;
  // An existing file of the test, which may be lost. The tries add to its path for the names of other files.
  const char *file;
  // An open descriptor, only read from.
  int kept;
};

// Makes all tries, and writes one line for each into `text`, which ends with NUL: its name and the error that refused
// it (errno; 1000 and the number of a signal, if there was one), or 0 if it succeeded. The last line is "done" and the
// number of tries, so that an unfinished list shows.
void escapes_try_all(const struct escape_aims *aims, char *text, size_t capacity);

#endif
