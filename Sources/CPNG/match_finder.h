#ifndef CPNG_MATCH_FINDER_H
#define CPNG_MATCH_FINDER_H

#include "references.h"
#include "same.h"

// Hash chains: where in the window four bytes of the same hash start, the latest position first, and from each the one
// before.
//
// Positions are counted from the start of the stream, in 32 bits that may turn over: what was inserted so long ago is
// still compared byte by byte, and only within the window.
struct match_finder {
  uint32_t head[1 << 15];
  uint32_t previous[window_size];
};

// The upper bits of a product with 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
static inline uint32_t hash(uint32_t value, unsigned bits) { return value * 2654435761u >> (32 - bits); }

// Makes a position the head of its chain, and does not link it to the others; returns the head before.
static inline uint32_t insert_head(struct match_finder *finder, const uint8_t *bytes, uint32_t position) {
  uint32_t *head = &finder->head[hash(load4(bytes), 15)];
  const uint32_t previous = *head;
  *head = position;
  return previous;
}

// Makes a position the head of its chain; returns the head before.
static inline uint32_t insert(struct match_finder *finder, const uint8_t *bytes, uint32_t position) {
  const uint32_t previous = insert_head(finder, bytes, position);
  finder->previous[position % window_size] = previous;
  return previous;
}

#endif
