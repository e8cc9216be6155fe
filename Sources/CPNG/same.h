#ifndef CPNG_SAME_H
#define CPNG_SAME_H

#include <stdint.h>
#include <string.h>

// Loads four bytes as little-endian on every machine: values made from them, such as hashes, affect the output.
static inline uint32_t load4(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
  value = __builtin_bswap32(value);
#endif
  return value;
}

static inline uint64_t load8(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
  return value;
}

// How many bytes, up to a limit, are equal in both places.
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
