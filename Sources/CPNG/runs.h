#ifndef CPNG_RUNS_H
#define CPNG_RUNS_H

#include "bits.h"

// A deflate coder that knows runs of one byte and nothing else of what came before. Rows of photographs and of video,
// once filtered, hardly hold anything longer that comes again; what is short costs more as a reference than as itself.

// Compresses the bytes as blocks of their own. At least one byte. 0 when there is no memory.
int runs_add(struct bits *bits, const uint8_t *bytes, size_t count, enum ending ending);

#endif
