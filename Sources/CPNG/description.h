#ifndef CPNG_DESCRIPTION_H
#define CPNG_DESCRIPTION_H

#include "bits.h"
#include "huffman.h"

// Symbols of literals and lengths, and of distances (RFC 1951, 3.2.5).
enum { end_of_block = 256, first_length = 257, literals = 286, distances = 30 };

// The description of a block's two codes (RFC 1951, 3.2.7): their code lengths, which are themselves coded.
struct description {
  int count, literal_count, distance_count, shown;
  uint8_t symbols[literals + distances], extra[literals + distances], lengths[19];
  uint32_t words[huffman_symbols];
};

// Describes the two codes and returns how many bits that takes; the distance code may have no symbols.
uint64_t describe(struct description *description, const uint8_t *literal_lengths, const uint8_t *distance_lengths);

// Writes it; there is room for 512 bytes.
void write_description(struct bits *bits, const struct description *description);

#endif
