#ifndef CPNG_PLACES_H
#define CPNG_PLACES_H

#include "references.h"
#include "same.h"

// Where in the window bytes stand of which the first four hash alike: the latest place, and from each the one before.
//
// Places are counted from the start of the stream, in 32 bits that may turn over: what is remembered from so long ago
// is still compared byte by byte, and only within the window.
struct places {
  uint32_t latest[1 << 15];
  uint32_t before[window_size];
};

// The upper bits of a product with 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
static inline uint32_t hash(uint32_t value, unsigned bits) { return value * 2654435761u >> (32 - bits); }

// Remembers that four bytes stand at a place, and not what it leads to; the place before it of the same hash.
static inline uint32_t remember_latest(struct places *places, const uint8_t *bytes, uint32_t place) {
  uint32_t *latest = &places->latest[hash(load4(bytes), 15)];
  const uint32_t before = *latest;
  *latest = place;
  return before;
}

// Remembers that four bytes stand at a place; the place before it of the same hash.
static inline uint32_t remember(struct places *places, const uint8_t *bytes, uint32_t place) {
  const uint32_t before = remember_latest(places, bytes, place);
  places->before[place % window_size] = before;
  return before;
}

#endif
