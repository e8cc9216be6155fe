#ifndef CPNG_GREEDY_PARSE_H
#define CPNG_GREEDY_PARSE_H

#include "lz.h"

// Takes at each position the longest of three matches: one pixel back, one row up, and where the hash of four bytes
// occurred last. It does not look whether there is a better one one byte on.

// As lz_add, but for the end of the stream.
int greedy_parse_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history);

#endif
