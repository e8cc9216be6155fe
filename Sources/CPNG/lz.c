#include "lz.h"

#include "greedy_parse.h"
#include "lazy_parse.h"
#include "optimal_parse.h"

struct lz *lz_start(struct output *output, int level, size_t pixel, size_t line) {
  struct lz *lz = calloc(1, sizeof *lz);
  if (lz == NULL) return NULL;
  lz->bits.output = output;
  lz->level = level;
  lz->pixel = lz->latest = (uint32_t)pixel;
  lz->line = (uint32_t)(line <= window_size ? line : pixel);
  if (level < lz_levels) return lz;
  lz->optimal = optimal_parse_start();
  if (lz->optimal != NULL) return lz;
  lz_end(lz);
  return NULL;
}

void lz_end(struct lz *lz) {
  free(lz->optimal);
  free(lz);
}

void lz_learn(struct lz *lz, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i + 4 <= count; i++) insert(&lz->finder, bytes + i, lz->seen + i);
  lz->seen += count;
}

static int add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history) {
  switch (lz->level) {
  case 1: return greedy_parse_add(lz, bytes, count, history);
  case 2: return lazy_parse_add(lz, bytes, count, history);
  default: return optimal_parse_add(lz->optimal, lz, bytes, count, history);
  }
}

int lz_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history, enum ending ending) {
  const int done = add(lz, bytes, count, history);
  if (!done || ending == goes_on) return done;
  return write_tokens(&lz->tokens, &lz->bits, ending == ends_stream) && end_bits(&lz->bits, ending);
}
