#ifndef CPNG_MATCH_FINDER_H
#define CPNG_MATCH_FINDER_H

#include "references.h"
#include "same.h"

// Hash chains: the positions in the window where four bytes with the same hash start, linked from the latest to the
// earliest.
//
// Positions are counted from the start of the stream, in 32 bits that may wrap around. Old entries do no harm then:
// every match is compared byte by byte, and only within the window.
struct match_finder {
  uint32_t head[1 << 15];
  uint32_t previous[window_size];
};

// The upper bits of the product with 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
static inline uint32_t hash(uint32_t value, unsigned bits) { return value * 2654435761u >> (32 - bits); }

// Makes a position the head of its chain without linking it to the others; returns the previous head.
static inline uint32_t insert_head(struct match_finder *finder, const uint8_t *bytes, uint32_t position) {
  uint32_t *head = &finder->head[hash(load4(bytes), 15)];
  const uint32_t previous = *head;
  *head = position;
  return previous;
}

// Makes a position the head of its chain; returns the previous head.
static inline uint32_t insert(struct match_finder *finder, const uint8_t *bytes, uint32_t position) {
  const uint32_t previous = insert_head(finder, bytes, position);
  finder->previous[position % window_size] = previous;
  return previous;
}

#endif
