#ifndef CPNG_LITERALS_H
#define CPNG_LITERALS_H

#include <stdint.h>

// The code words of the 256 bytes: as `huffman_words` makes them, and taken apart.
struct literal_codes {
  uint32_t words[256];
  uint8_t lengths[256], low[256], high[256];
};

// Where the next bits go: the place of the next whole byte, and up to seven bits that wait for it.
struct bit_end {
  uint8_t *next;
  uint64_t waiting;
  unsigned count;
};

// The most bits of a literal's code word: four of them and up to seven pending bits fill 63 of 64 bits.
enum { longest_literal = 14 };

// Takes apart the first 256 of these words, none longer than `longest_literal`.
void take_apart(struct literal_codes *codes, const uint32_t *words);

// Writes the bytes' code words; there is room for their bits and for eight bytes more. On processors with AVX-512 VBMI
// 64 bytes are looked up at a time.
void literals_write(const struct literal_codes *codes, const uint8_t *bytes, uint32_t count, struct bit_end *end);

// The same bits on every processor.
void literals_write_portably(const struct literal_codes *codes, const uint8_t *bytes, uint32_t count,
                             struct bit_end *end);

#endif
