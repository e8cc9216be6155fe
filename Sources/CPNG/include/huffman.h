#ifndef CPNG_HUFFMAN_H
#define CPNG_HUFFMAN_H

#include <stdint.h>

// The most symbols in a deflate code, and the most bits of a symbol in the codes made here.
enum { huffman_symbols = 288, huffman_bits = 15 };

// Computes how many bits each symbol gets: 0 for those that never occur, 1 to `limit` for the others; optimal apart
// from the limit. A single symbol gets one bit. `count` is at most huffman_symbols, each frequency below 2^18, and
// 2^limit at least the number of symbols that occur.
void huffman_lengths(uint8_t *lengths, const uint32_t *frequencies, int count, int limit);

// Makes the canonical code words (RFC 1951, 3.2.2), bit-reversed as they are written: the word in the lower half, its
// number of bits in the upper.
void huffman_words(uint32_t *words, const uint8_t *lengths, int count);

#endif
