#ifndef CPNG_OPTIMAL_PARSE_H
#define CPNG_OPTIMAL_PARSE_H

#include "lz.h"

// The cheapest sequence of literals and matches for some bytes: at every position all matches that are worth a look,
// each with every length it can have, by what their symbols cost lately.

struct optimal_parse;

// NULL when there is no memory; to be freed.
struct optimal_parse *optimal_parse_start(void);

// As lz_add, but for the end of the stream.
int optimal_parse_add(struct optimal_parse *parse, struct lz *lz, const uint8_t *bytes, uint32_t count,
                      uint32_t history);

#endif
