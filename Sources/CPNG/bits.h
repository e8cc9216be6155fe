#ifndef CPNG_BITS_H
#define CPNG_BITS_H

#include "output.h"

// Bits that become bytes, the first in the lowest place (RFC 1951, 3.1.1).
struct bits {
  struct output *output;
  uint64_t waiting;
  unsigned count;
};

static inline void put(struct bits *bits, uint32_t value, unsigned count) {
  bits->waiting |= (uint64_t)value << bits->count;
  bits->count += count;
}

// A code word: itself in the lower, its bits in the upper half.
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

// Bits that are left over take a byte of their own; there is room for eight.
static inline void fill_byte(struct bits *bits) {
  bits->count = (bits->count + 7) & ~7u;
  flush(bits);
}

// Where bytes end: the next follow in the same block, or after this the stream goes on at a whole byte, or it is over.
enum ending { goes_on, ends_piece, ends_stream };

// Comes after the last block. An empty stored block (RFC 1951, 3.2.4) is how a stream that goes on gets to a whole byte.
// 0 when there is no memory.
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
