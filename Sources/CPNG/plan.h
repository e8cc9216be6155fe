#ifndef CPNG_PLAN_H
#define CPNG_PLAN_H

#include "shapes.h"

// The cheapest way through some bytes: at every place all references that are worth a look, each with every length it
// can have, weighed by what their symbols cost lately.

struct plan;

// NULL when there is no memory; to be freed.
struct plan *plan_start(void);

// As shapes_add, but for the end of the stream.
int plan_add(struct plan *plan, struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history);

#endif
