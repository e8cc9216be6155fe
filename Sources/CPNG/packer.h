#ifndef CPNG_PACKER_H
#define CPNG_PACKER_H

#include "bits.h"
#include "cpng.h"

// Rows, filtered, and some of what comes before them.
struct lines {
  const uint8_t *bytes;
  // Bytes, and how many are to be seen before them.
  size_t count, history;
};

// One deflate stream without header and checksum (RFC 1951), or a piece of one, from rows that come in parts.
struct packer {
  cpng_coder coder;
  struct output *output;
  // What the coder needs.
  void *state;
};

// NULL, or what is wrong. `pixel` and `line` are the bytes of a pixel, and of a row with its filter type.
const char *packer_start(struct packer *packer, const cpng_coding *coding, size_t pixel, size_t line,
                         struct output *output);

// Says what comes before the first row; not every coder cares.
void packer_learn(struct packer *packer, const uint8_t *bytes, size_t count);

// NULL, or what is wrong. At least one byte.
const char *packer_add(struct packer *packer, struct lines lines, enum ending ending);

// After packer_start, however that went.
void packer_end(struct packer *packer);

#endif
