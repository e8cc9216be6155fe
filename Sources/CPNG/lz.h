#ifndef CPNG_LZ_H
#define CPNG_LZ_H

#include "match_finder.h"
#include "tokens.h"

// A deflate coder (LZ77 and Huffman codes) for pictures, where the same bytes often occur one pixel back, or one row
// up. Other matches in the window are found by hash. Level 1 parses greedily, level 2 lazily, and level 3 chooses the
// cheapest sequence of all matches it finds.

enum { lz_levels = 3 };

struct lz {
  struct bits bits;
  int level;
  // Bytes in a pixel, bytes in a row with its filter type (if it fits in the window), and bytes coded so far.
  uint32_t pixel, line, seen;
  // The distance of the latest reference.
  uint32_t latest;
  struct match_finder finder;
  struct tokens tokens;
  // For level 3.
  struct optimal_parse *optimal;
};

// NULL when out of memory. `pixel` and `line` are above 0.
struct lz *lz_start(struct output *output, int level, size_t pixel, size_t line);

// Inserts the bytes before the stream's first byte, so that it can refer to them, without writing anything.
void lz_learn(struct lz *lz, const uint8_t *bytes, uint32_t count);

// Compresses bytes, before which the last `history` ones can still be read. 0 when out of memory.
int lz_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history, enum ending ending);

void lz_end(struct lz *lz);

#endif
