#ifndef CPNG_HUFFMAN_H
#define CPNG_HUFFMAN_H

#include <stdint.h>

// Symbols that deflate has at most in one code, and bits that a symbol has at most in any code made here.
enum { huffman_symbols = 288, huffman_bits = 15 };

// How many bits each symbol gets: 0 for what never occurs, 1 to `limit` for the others; optimal but for the limit.
// A single symbol gets one bit. `count` is at most huffman_symbols, each frequency below 2^18, and 2^limit at least the
// number of symbols that occur.
void huffman_lengths(uint8_t *lengths, const uint32_t *frequencies, int count, int limit);

// The canonical code words (RFC 1951, 3.2.2), turned around as they are written: word in the lower, bits in the upper
// half.
void huffman_words(uint32_t *words, const uint8_t *lengths, int count);

#endif
