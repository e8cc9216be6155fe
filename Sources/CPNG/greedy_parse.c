#include "greedy_parse.h"

enum {
  // Bytes per comparison.
  step = 8,
  // The first comparison counts at most this many equal bytes.
  told = step - 1,
  // A match of this length is taken without checking the others.
  nice_length = 32,
};

// How many of the first eight bytes are equal, at most seven. Branch-free: which match is the longest is unpredictable,
// and each branch misprediction costs more than comparing them all.
static inline uint32_t first_same(const uint8_t *here, const uint8_t *there) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return (uint32_t)__builtin_ctzll((load8(here) ^ load8(there)) | (uint64_t)1 << 63) / 8;
#else
  return same_bytes(here, there, told);
#endif
}

struct match {
  uint32_t length, distance;
};

// The longest of the three, the nearest of equals.
static inline struct match longest(const uint8_t *here, const uint32_t distances[3], uint32_t limit) {
  struct match best = {0, distances[0]};
  uint32_t lengths[3];
  for (int i = 0; i < 3; i++) {
    lengths[i] = first_same(here, here - distances[i]);
    best.distance = lengths[i] > best.length ? distances[i] : best.distance;
    best.length = lengths[i] > best.length ? lengths[i] : best.length;
  }
  if (best.length < told) return best;
  best.length = 0;
  for (int i = 0; i < 3 && best.length < nice_length; i++) {
    if (lengths[i] < told || (i > 0 && distances[i] == distances[0])) continue;
    const uint32_t length = same_bytes(here, here - distances[i], limit);
    if (length > best.length) best = (struct match){length, distances[i]};
  }
  return best;
}

int greedy_parse_add(struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history) {
  struct tokens *tokens = &lz->tokens;
  struct match_finder *finder = &lz->finder;
  const uint32_t pixel = lz->pixel, line = lz->line;
  for (uint32_t i = 0; i < count;) {
    if (tokens->count >= block_tokens && !write_tokens(tokens, &lz->bits, 0)) return 0;
    const uint32_t left = count - i, reach = i + history, position = lz->seen + i;
    if (left < step || reach < pixel) {
      add_literal(tokens, bytes[i++]);
      continue;
    }
    const uint8_t *here = bytes + i;
    // A match that does not exist, or is too far away, is replaced by the one a pixel back.
    const uint32_t last = position - insert_head(finder, here, position);
    const int is_seen = last > 0 && last <= window_size && last <= reach;
    const uint32_t distances[] = {pixel, reach < line ? pixel : line, is_seen ? last : pixel};
    const struct match match = longest(here, distances, left < longest_reference ? left : longest_reference);
    if (match.length < shortest_reference) {
      add_literal(tokens, bytes[i++]);
      continue;
    }
    add_reference(tokens, match.length, match.distance);
    i += match.length;
    if (i + 4 > count) continue;
    // Only the ends of a match are inserted: that is enough to find it again.
    insert_head(finder, here + 1, position + 1);
    insert_head(finder, bytes + i - 2, lz->seen + i - 2);
    insert_head(finder, bytes + i - 1, lz->seen + i - 1);
  }
  lz->seen += count;
  return 1;
}
