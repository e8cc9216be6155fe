#ifndef CPNG_RUNS_H
#define CPNG_RUNS_H

#include "bits.h"

// A deflate coder that only refers to runs of one byte. Filtered rows of photographs and of video hardly contain any
// longer repetitions, and short ones cost more as references than as literals.

// Compresses the bytes as separate blocks. At least one byte. 0 when out of memory.
int runs_add(struct bits *bits, const uint8_t *bytes, size_t count, enum ending ending);

#endif
