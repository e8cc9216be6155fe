#ifndef CPNG_RUNS_H
#define CPNG_RUNS_H

#include "output.h"

// A deflate coder that knows runs of one byte and nothing else of what came before. Rows of photographs and of video,
// once filtered, hardly hold anything longer that comes again; what is short costs more as a reference than as itself.

// Where the next bits go.
struct runs {
  struct output *output;
  uint64_t bits;
  unsigned count;
};

// Compresses the bytes as blocks of their own; after the last, the stream ends. At least one byte, or nothing is
// written. 0 when there is no memory.
int runs_add(struct runs *runs, const uint8_t *bytes, size_t count, int is_last);

#endif
