#include "lazy_parse.h"

enum {
  // The greatest number of positions of a hash chain to check.
  longest_chain = 24,
  // A match of this length ends the search, also for a better one at the next byte.
  nice_length = 48,
  // Of longer matches, only the last few positions are inserted: the others repeat ones that are already there.
  inserted_whole = 32,
  inserted_end = 16,
};

// A match, and its gain: four for each byte, less the bits of its distance.
struct match {
  uint32_t length, distance;
  int value;
};

static inline void consider(struct match *best, const uint8_t *here, uint32_t distance, uint32_t limit) {
  const uint32_t length = same_bytes(here, here - distance, limit);
  if (length < shortest_reference) return;
  const int value = 4 * (int)length - (31 - __builtin_clz(distance));
  if (value > best->value) *best = (struct match){length, distance, value};
}

// Finds the best match for a position, and inserts the position; length 0 when no match is worth it.
static inline struct match search(struct lz *lz, const uint8_t *bytes, uint32_t i, uint32_t count,
                                  uint32_t history) {
  // The gain to beat: a distant match of three bytes costs more than it saves.
  struct match best = {0, 0, 5};
  const uint8_t *here = bytes + i;
  const uint32_t limit = count - i < longest_reference ? count - i : longest_reference;
  const uint32_t reach = i + history, position = lz->seen + i;
  if (reach >= lz->pixel) consider(&best, here, lz->pixel, limit);
  if (best.length < nice_length) {
    if (reach >= lz->line) consider(&best, here, lz->line, limit);
    if (reach >= lz->latest) consider(&best, here, lz->latest, limit);
  }
  if (limit < 4) return best;
  uint32_t candidate = insert(&lz->finder, here, position);
  uint32_t nearer = 0;
  for (int left = longest_chain; left > 0 && best.length < nice_length && best.length < limit; left--) {
    const uint32_t distance = position - candidate;
    // Distances must grow along the chain; otherwise the remaining entries are older than the window.
    if (distance <= nearer || distance > window_size || distance > reach) break;
    if (load4(here) == load4(here - distance) && here[best.length] == here[(ptrdiff_t)best.length - (ptrdiff_t)distance])
      consider(&best, here, distance, limit);
    nearer = distance;
    candidate = lz->finder.previous[candidate % window_size];
  }
  return best;
}

int lazy_parse_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history) {
  struct tokens *tokens = &lz->tokens;
  // The first position that is not inserted yet.
  uint32_t i = 0, fresh = 0;
  while (i < count) {
    if (tokens->count >= block_tokens && !write_tokens(tokens, &lz->bits, 0)) return 0;
    struct match best = search(lz, bytes, i, count, history);
    fresh = i + 1;
    // The next byte may start a better match.
    while (best.length > 0 && best.length < nice_length && fresh < count && tokens->count < most_tokens - 1) {
      const struct match next = search(lz, bytes, fresh++, count, history);
      if (next.value <= best.value + 2) break;
      add_literal(tokens, bytes[i++]);
      best = next;
    }
    if (best.length == 0) {
      add_literal(tokens, bytes[i++]);
      continue;
    }
    add_reference(tokens, best.length, best.distance);
    lz->latest = best.distance;
    i += best.length;
    if (best.length > inserted_whole && fresh < i - inserted_end) fresh = i - inserted_end;
    for (; fresh < i && fresh + 4 <= count; fresh++) insert(&lz->finder, bytes + fresh, lz->seen + fresh);
  }
  lz->seen += count;
  return 1;
}
