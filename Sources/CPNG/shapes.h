#ifndef CPNG_SHAPES_H
#define CPNG_SHAPES_H

#include "places.h"
#include "tokens.h"

// A deflate coder that knows pictures: what stands here often stands one pixel back, or one row up. Wherever else the
// window holds it is found by hash. Level 1 takes the longest of three that it looks at, level 2 looks at more and one
// byte on; level 3 weighs all it finds by what it costs.

enum { shapes_levels = 3 };

struct shapes {
  struct bits bits;
  int level;
  // Bytes in a pixel, and in a row with its filter type, if the window holds it; bytes until now.
  uint32_t pixel, line, seen;
  // The distance of the latest reference.
  uint32_t latest;
  struct places places;
  struct tokens tokens;
  // For level 3.
  struct plan *plan;
};

// NULL when there is no memory. `pixel` and `line` are above 0.
struct shapes *shapes_start(struct output *output, int level, size_t pixel, size_t line);

// Learns from what stands before the first byte of the stream, without writing anything.
void shapes_learn(struct shapes *shapes, const uint8_t *bytes, uint32_t count);

// Compresses bytes, before which the last `history` ones still stand. 0 when there is no memory.
int shapes_add(struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history, enum ending ending);

void shapes_end(struct shapes *shapes);

#endif
