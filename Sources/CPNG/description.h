#ifndef CPNG_DESCRIPTION_H
#define CPNG_DESCRIPTION_H

#include "huffman.h"

// Symbols of literals and lengths (RFC 1951, 3.2.5).
enum { end_of_block = 256, first_length = 257, literals = 286 };

// The description of a block's codes (RFC 1951, 3.2.7): lengths of literals and of one distance, themselves coded.
struct description {
  int count, literal_count, shown;
  uint8_t symbols[literals + 1], extra[literals + 1], lengths[19];
  uint32_t words[huffman_symbols];
};

// The order in which the lengths of that code are written.
static const uint8_t description_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// Bits that follow a symbol.
static inline unsigned description_extra(uint8_t symbol) {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

// Describes a code of literals; returns how many bits that takes.
uint64_t describe(struct description *description, const uint8_t *lengths);

#endif
