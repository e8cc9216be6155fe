#include "lz.h"

#include "greedy_parse.h"
#include "lazy_parse.h"
#include "optimal_parse.h"

struct lz *lz_start(struct output *output, int level, size_t pixel, size_t line) {
  // Half a megabyte, which is cleared where something reads it: that takes as long as the rows of a small picture.
  struct lz *lz = malloc(sizeof *lz);
  if (lz == NULL) return NULL;
  lz->bits = (struct bits){output, 0, 0};
  lz->level = level;
  lz->seen = 0;
  lz->optimal = NULL;
  memset(lz->finder.head, 0, sizeof lz->finder.head);
  // The quickest parse does not follow the chains.
  if (level > 1) memset(lz->finder.previous, 0, sizeof lz->finder.previous);
  forget_tokens(&lz->tokens);
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
