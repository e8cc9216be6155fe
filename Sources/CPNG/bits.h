#ifndef CPNG_BITS_H
#define CPNG_BITS_H

#include "output.h"

// Packs bits into bytes, the first bit lowest (RFC 1951, 3.1.1).
struct bits {
  struct output *output;
  uint64_t waiting;
  unsigned count;
};

static inline void put(struct bits *bits, uint32_t value, unsigned count) {
  bits->waiting |= (uint64_t)value << bits->count;
  bits->count += count;
}

// A code word: the word in the lower half, its number of bits in the upper.
static inline void put_word(struct bits *bits, uint32_t word) { put(bits, word & 0xffff, word >> 16); }

// Writes the whole bytes; there is room for eight.
static inline void flush(struct bits *bits) {
  struct output *output = bits->output;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(output->bytes + output->count, &bits->waiting, 8);
#else
  for (int i = 0; i < 8; i++) output->bytes[output->count + i] = (uint8_t)(bits->waiting >> 8 * i);
#endif
  output->count += bits->count >> 3;
  bits->waiting >>= bits->count & ~7u;
  bits->count &= 7;
}

// Pads remaining bits to a whole byte; there is room for eight.
static inline void fill_byte(struct bits *bits) {
  bits->count = (bits->count + 7) & ~7u;
  flush(bits);
}

// What follows after some bytes: more bytes, perhaps in the same block; another piece, at a whole byte; or nothing.
enum ending { goes_on, ends_piece, ends_stream };

// Called after the last block. A piece that is not the stream's last is padded to a whole byte by an empty stored block
// (RFC 1951, 3.2.4). 0 when out of memory.
static inline int end_bits(struct bits *bits, enum ending ending) {
  if (ending == goes_on) return 1;
  if (!make_room(bits->output, 16)) return 0;
  if (ending == ends_piece) {
    put(bits, 0, 3);
    fill_byte(bits);
    put(bits, 0xffff0000, 32);
  }
  fill_byte(bits);
  return 1;
}

#endif
