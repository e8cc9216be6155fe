#ifndef CPNG_OPTIMAL_PARSE_H
#define CPNG_OPTIMAL_PARSE_H

#include "lz.h"

// The cheapest sequence of literals and matches for some bytes: it considers at every position the matches found there,
// with every possible length, priced by the latest frequencies of their symbols.

struct optimal_parse;

// NULL when out of memory; the caller frees it.
struct optimal_parse *optimal_parse_start(void);

// As lz_add, but without ending the stream.
int optimal_parse_add(struct optimal_parse *parse, struct lz *lz, const uint8_t *bytes, uint32_t count,
                      uint32_t history);

#endif
