#include "shapes.h"

#include "greedy_parse.h"
#include "plan.h"

enum {
  // Places at most of the same hash.
  places_most = 24,
  // A reference so long ends the search, and nothing longer is expected one byte on.
  enough = 48,
  // In longer references, only the last few places are remembered: they repeat what is remembered already.
  remembered_whole = 32,
  remembered_end = 16,
};

// A reference, and what it is worth: four for each byte, less the bits of its distance.
struct find {
  uint32_t length, distance;
  int value;
};

struct shapes *shapes_start(struct output *output, int level, size_t pixel, size_t line) {
  struct shapes *shapes = calloc(1, sizeof *shapes);
  if (shapes == NULL) return NULL;
  shapes->bits.output = output;
  shapes->level = level;
  shapes->pixel = shapes->latest = (uint32_t)pixel;
  shapes->line = (uint32_t)(line <= window_size ? line : pixel);
  if (level < shapes_levels) return shapes;
  shapes->plan = plan_start();
  if (shapes->plan != NULL) return shapes;
  shapes_end(shapes);
  return NULL;
}

void shapes_end(struct shapes *shapes) {
  free(shapes->plan);
  free(shapes);
}

void shapes_learn(struct shapes *shapes, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i + 4 <= count; i++) remember(&shapes->places, bytes + i, shapes->seen + i);
  shapes->seen += count;
}

static inline void consider(struct find *best, const uint8_t *here, uint32_t distance, uint32_t limit) {
  const uint32_t length = same_bytes(here, here - distance, limit);
  if (length < shortest_reference) return;
  const int value = 4 * (int)length - (31 - __builtin_clz(distance));
  if (value > best->value) *best = (struct find){length, distance, value};
}

// The best reference for what stands at a place, which is remembered; of length 0 when none is worth it.
static inline struct find search(struct shapes *shapes, const uint8_t *bytes, uint32_t i, uint32_t count,
                                 uint32_t history) {
  // Three bytes from afar cost more than they are worth.
  struct find best = {0, 0, 5};
  const uint8_t *here = bytes + i;
  const uint32_t limit = count - i < longest_reference ? count - i : longest_reference;
  const uint32_t reach = i + history, place = shapes->seen + i;
  if (reach >= shapes->pixel) consider(&best, here, shapes->pixel, limit);
  if (best.length < enough) {
    if (reach >= shapes->line) consider(&best, here, shapes->line, limit);
    if (reach >= shapes->latest) consider(&best, here, shapes->latest, limit);
  }
  if (limit < 4) return best;
  uint32_t candidate = remember(&shapes->places, here, place);
  uint32_t nearer = 0;
  for (int left = places_most; left > 0 && best.length < enough && best.length < limit; left--) {
    const uint32_t distance = place - candidate;
    // Farther each time, or what is left is older than the window.
    if (distance <= nearer || distance > window_size || distance > reach) break;
    if (load4(here) == load4(here - distance) && here[best.length] == here[(ptrdiff_t)best.length - (ptrdiff_t)distance])
      consider(&best, here, distance, limit);
    nearer = distance;
    candidate = shapes->places.before[candidate % window_size];
  }
  return best;
}

static int add_lazily(struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history) {
  struct tokens *tokens = &shapes->tokens;
  // From here on nothing is remembered yet.
  uint32_t i = 0, fresh = 0;
  while (i < count) {
    if (tokens->count >= block_tokens && !write_tokens(tokens, &shapes->bits, 0)) return 0;
    struct find best = search(shapes, bytes, i, count, history);
    fresh = i + 1;
    // One byte on there may be something better.
    while (best.length > 0 && best.length < enough && fresh < count && tokens->count < most_tokens - 1) {
      const struct find next = search(shapes, bytes, fresh++, count, history);
      if (next.value <= best.value + 2) break;
      add_literal(tokens, bytes[i++]);
      best = next;
    }
    if (best.length == 0) {
      add_literal(tokens, bytes[i++]);
      continue;
    }
    add_reference(tokens, best.length, best.distance);
    shapes->latest = best.distance;
    i += best.length;
    if (best.length > remembered_whole && fresh < i - remembered_end) fresh = i - remembered_end;
    for (; fresh < i && fresh + 4 <= count; fresh++) remember(&shapes->places, bytes + fresh, shapes->seen + fresh);
  }
  shapes->seen += count;
  return 1;
}

static int add(struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history) {
  switch (shapes->level) {
  case 1: return greedy_add(shapes, bytes, count, history);
  case 2: return add_lazily(shapes, bytes, count, history);
  default: return plan_add(shapes->plan, shapes, bytes, count, history);
  }
}

int shapes_add(struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history, enum ending ending) {
  const int done = add(shapes, bytes, count, history);
  if (!done || ending == goes_on) return done;
  return write_tokens(&shapes->tokens, &shapes->bits, ending == ends_stream) && end_bits(&shapes->bits, ending);
}
