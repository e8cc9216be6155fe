#ifndef CPNG_GREEDY_PARSE_H
#define CPNG_GREEDY_PARSE_H

#include "shapes.h"

// Takes at each place the longest of three matches: one pixel back, one row up, and where the hash of four bytes occurred
// last. No second look is taken one byte on.

// As shapes_add, but for the end of the stream.
int greedy_add(struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history);

#endif
