#ifndef CPNG_LAZY_PARSE_H
#define CPNG_LAZY_PARSE_H

#include "lz.h"

// Takes the best match at a position, unless there is a better one at the next byte.

// As lz_add, but without ending the stream.
int lazy_parse_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history);

#endif
