#ifndef CPNG_TOKENS_H
#define CPNG_TOKENS_H

#include "references.h"

// The capacity for tokens, and how many make a block: codes for more tokens do not adapt to the picture, codes for
// fewer cost more to describe than they save.
enum { most_tokens = 1 << 16, block_tokens = 1 << 14 };

// Bytes and references to earlier ones, in the order of the stream, that are collected for a block with its own codes.
struct tokens {
  uint32_t count;
  // How often each symbol occurs in them.
  uint32_t literal_frequencies[literals], distance_frequencies[distances];
  // A byte, or a length in the upper and its distance less one in the lower half.
  uint32_t all[most_tokens];
};

static inline void add_literal(struct tokens *tokens, uint8_t byte) {
  tokens->all[tokens->count++] = byte;
  tokens->literal_frequencies[byte]++;
}

static inline void add_reference(struct tokens *tokens, uint32_t length, uint32_t distance) {
  unsigned extra;
  tokens->all[tokens->count++] = length << 16 | (distance - 1);
  tokens->literal_frequencies[length_symbol(length, &extra)]++;
  tokens->distance_frequencies[distance_symbol(distance, &extra)]++;
}

static inline void forget_tokens(struct tokens *tokens) {
  tokens->count = 0;
  memset(tokens->literal_frequencies, 0, sizeof tokens->literal_frequencies);
  memset(tokens->distance_frequencies, 0, sizeof tokens->distance_frequencies);
}

// Writes them as a block and forgets them; 0 when out of memory.
int write_tokens(struct tokens *tokens, struct bits *bits, int is_last);

#endif
