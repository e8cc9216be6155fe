#ifndef CPNG_REFERENCES_H
#define CPNG_REFERENCES_H

#include "description.h"

// How long a reference to earlier bytes may be, and how far back it may reach (RFC 1951, 3.2.5).
enum { shortest_reference = 3, longest_reference = 258, window_size = 1 << 15 };

// The symbol for a length of 3 to 258, and how many extra bits follow it: the lowest bits of length - 3.
static inline unsigned length_symbol(uint32_t length, unsigned *extra) {
  *extra = 0;
  if (length == longest_reference) return literals - 1;
  if (length < 11) return first_length + length - 3;
  *extra = 29u - (unsigned)__builtin_clz(length - 3);
  return first_length + 4 * *extra + ((length - 3) >> *extra);
}

// The symbol for a distance of 1 to 32768, and how many extra bits follow it: the lowest bits of distance - 1.
static inline unsigned distance_symbol(uint32_t distance, unsigned *extra) {
  *extra = 0;
  if (distance < 5) return distance - 1;
  *extra = 30u - (unsigned)__builtin_clz(distance - 1);
  return 2 * *extra + ((distance - 1) >> *extra);
}

// Extra bits after a symbol.
static inline unsigned length_extra(unsigned symbol) {
  return symbol < first_length + 8 || symbol == literals - 1 ? 0 : (symbol - first_length) / 4 - 1;
}
static inline unsigned distance_extra(unsigned symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

#endif
