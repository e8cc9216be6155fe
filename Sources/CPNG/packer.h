#ifndef CPNG_PACKER_H
#define CPNG_PACKER_H

#include "cpng.h"
#include "output.h"

// One deflate stream without header and checksum (RFC 1951), from bytes that come in parts.
struct packer {
  cpng_coder coder;
  struct output *output;
  // What the library needs; for libdeflate, which takes all at once, NULL.
  void *state;
  int level;
};

// NULL, or what is wrong.
const char *packer_start(struct packer *packer, const cpng_coding *coding, struct output *output);

// Whether all bytes must come in one part.
int packer_takes_all_at_once(const struct packer *packer);

// NULL, or what is wrong. At least one byte.
const char *packer_add(struct packer *packer, const uint8_t *bytes, size_t count, int is_last);

// After packer_start, however that went.
void packer_end(struct packer *packer);

#endif
