#ifndef CPNG_TOKENS_H
#define CPNG_TOKENS_H

#include "references.h"

// Room for tokens, and how many are enough for a block of its own: codes made for more do not follow the picture, for
// fewer they cost more to describe than they save.
enum { most_tokens = 1 << 16, block_tokens = 1 << 14 };

// Bytes and references to earlier ones, in the order of the stream, that wait to become a block with codes of its own.
struct tokens {
  uint32_t count;
  // How often each symbol occurs in them.
  uint32_t literal_frequencies[literals], distance_frequencies[distances];
  // A byte, or a length above a distance less one.
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

// Writes them as a block and forgets them; 0 when there is no memory.
int write_tokens(struct tokens *tokens, struct bits *bits, int is_last);

#endif
