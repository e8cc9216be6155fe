#ifndef CPNG_PACKER_H
#define CPNG_PACKER_H

#include "bits.h"
#include "cpng.h"

// Filtered rows, and how much of the data before them is readable.
struct lines {
  const uint8_t *bytes;
  // The number of bytes, and how many can be read before them.
  size_t count, history;
};

// One deflate stream without header and checksum (RFC 1951), or a piece of one, from rows that come in parts.
struct packer {
  cpng_coder coder;
  struct output *output;
  // The coder's state.
  void *state;
};

// Returns NULL or an error message. `pixel` and `line` are the bytes of a pixel, and of a row with its filter type.
const char *packer_start(struct packer *packer, const cpng_coding *coding, size_t pixel, size_t line,
                         struct output *output);

// Passes the data before the first row; some coders ignore it.
void packer_learn(struct packer *packer, const uint8_t *bytes, size_t count);

// Returns NULL or an error message. Takes at least one byte.
const char *packer_add(struct packer *packer, struct lines lines, enum ending ending);

// Must be called after packer_start, even if that failed.
void packer_end(struct packer *packer);

#endif
