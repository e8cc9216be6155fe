#ifndef CPNG_PLACES_H
#define CPNG_PLACES_H

#include "references.h"

// Where in the window bytes stand of which the first four hash alike: the latest place, and from each the one before.
//
// Places are counted from the start of the stream, in 32 bits that may turn over: what is remembered from so long ago
// is still compared byte by byte, and only within the window.
struct places {
  uint32_t latest[1 << 15];
  uint32_t before[window_size];
};

static inline uint32_t load4(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
  return value;
}

static inline uint64_t load8(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
  return value;
}

// The upper bits of a product with 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
static inline uint32_t hash(uint32_t value, unsigned bits) { return value * 2654435761u >> (32 - bits); }

// Remembers that four bytes stand at a place; the place before it of the same hash.
static inline uint32_t remember(struct places *places, const uint8_t *bytes, uint32_t place) {
  uint32_t *latest = &places->latest[hash(load4(bytes), 15)];
  const uint32_t before = *latest;
  places->before[place % window_size] = before;
  *latest = place;
  return before;
}

// How many bytes, up to a limit, are the same here and there.
static inline uint32_t same_bytes(const uint8_t *here, const uint8_t *there, uint32_t limit) {
  uint32_t count = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  for (; count + 8 <= limit; count += 8) {
    const uint64_t differing = load8(here + count) ^ load8(there + count);
    if (differing != 0) return count + (uint32_t)__builtin_ctzll(differing) / 8;
  }
#endif
  while (count < limit && here[count] == there[count]) count++;
  return count;
}

#endif
