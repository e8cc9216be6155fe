#ifndef TRIES_H
#define TRIES_H

#include "Escapes.h"

#include <errno.h>

struct escape_try {
  const char *name;
  // 0 if it succeeded, or errno.
  int (*make)(const struct escape_aims *aims);
};

// One table in each file; the last entry has no name.
extern const struct escape_try escapes_by_files[];
extern const struct escape_try escapes_by_descriptors[];
extern const struct escape_try escapes_by_processes[];
extern const struct escape_try escapes_by_kernel[];

// The error of a call that fails with -1.
static inline int refusal_of(long result) { return result == -1 ? errno : 0; }

// Makes a name beside the file that the tries aim at. Every call overwrites it.
const char *escapes_beside(const struct escape_aims *aims, const char *suffix);

#endif
