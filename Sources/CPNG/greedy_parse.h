#ifndef CPNG_GREEDY_PARSE_H
#define CPNG_GREEDY_PARSE_H

#include "lz.h"

// Takes at each position the longest of three matches: one pixel back, one row up, and where the hash of four bytes
// occurred last. It does not check for a better one at the next byte.

// As lz_add, but without ending the stream.
int greedy_parse_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history);

#endif
