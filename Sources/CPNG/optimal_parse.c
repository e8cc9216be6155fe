#include "optimal_parse.h"

enum {
  // Bytes that are parsed together.
  segment_size = 1 << 15,
  // Positions of a hash chain to check for each byte on average, the maximum for one byte, and the maximum of unused
  // checks that are saved up for later bytes.
  chain_each = 10, longest_chain = 64, chain_kept = 1 << 20,
  // A match of this length is always taken, and no matches inside it are searched.
  nice_length = 96,
  // Each match is longer than the one before, and all but the last are shorter than nice_length.
  most_matches = nice_length,
  near_bits = 15,
};

// A match for a position, usable with this or any smaller length; the distance is stored less one.
struct match {
  uint16_t length, distance;
};

struct optimal_parse {
  // Where three bytes with this hash occurred last.
  uint32_t near[1 << near_bits];
  // The saved-up number of positions to check.
  uint32_t allowance;
  // Costs in sixteenths of a bit, extra bits included.
  uint32_t literal_costs[256], length_costs[longest_reference + 1], distance_costs[distances];
  int is_priced;
  // For each position of the segment: the end of its matches in `matches`, the cost from here to the end, and the first
  // step of that cheapest way: 0 for a literal, else the length in the upper and the distance less one in the lower
  // half.
  uint32_t ends[segment_size], costs[segment_size + 1], steps[segment_size];
  uint32_t match_count;
  struct match matches[1 << 18];
};

// The logarithm to base 2 in sixteenths; approximated linearly between powers of two.
static inline uint32_t log_of(uint32_t value) {
  const unsigned whole = 31u - (unsigned)__builtin_clz(value);
  return 16 * whole + ((uint32_t)((uint64_t)value << 4 >> whole) & 15);
}

// Prices symbols by their frequencies; one that does not occur is priced as if it occurred a quarter of a time.
static void price(struct optimal_parse *parse, const uint32_t *literal_frequencies,
                  const uint32_t *distance_frequencies) {
  uint32_t literal_sum = 0, distance_sum = 0;
  for (int i = 0; i < literals; i++) literal_sum += 4 * literal_frequencies[i] + 1;
  for (int i = 0; i < distances; i++) distance_sum += 4 * distance_frequencies[i] + 1;
  for (int i = 0; i < 256; i++) parse->literal_costs[i] = log_of(literal_sum) - log_of(4 * literal_frequencies[i] + 1);
  for (uint32_t length = shortest_reference; length <= longest_reference; length++) {
    unsigned extra;
    const uint32_t frequency = literal_frequencies[length_symbol(length, &extra)];
    parse->length_costs[length] = log_of(literal_sum) - log_of(4 * frequency + 1) + 16 * extra;
  }
  for (unsigned i = 0; i < distances; i++)
    parse->distance_costs[i] =
        log_of(distance_sum) - log_of(4 * distance_frequencies[i] + 1) + 16 * distance_extra(i);
  parse->is_priced = 1;
}

struct optimal_parse *optimal_parse_start(void) {
  struct optimal_parse *parse = calloc(1, sizeof *parse);
  if (parse == NULL) return NULL;
  // At the start all symbols have the same price.
  static const uint32_t none[literals];
  price(parse, none, none);
  parse->is_priced = 0;
  return parse;
}

// Records a match if it is longer than all before; returns the greatest length.
static inline uint32_t note(struct optimal_parse *parse, const uint8_t *here, uint32_t distance, uint32_t longest,
                            uint32_t limit) {
  const uint32_t length = same_bytes(here, here - distance, limit);
  if (length < shortest_reference || length <= longest) return longest;
  parse->matches[parse->match_count++] = (struct match){(uint16_t)length, (uint16_t)(distance - 1)};
  return length;
}

// Records the matches for a position, the shortest first, and inserts the position; returns the greatest length.
static inline uint32_t look(struct optimal_parse *parse, struct lz *lz, const uint8_t *here, uint32_t position,
                            uint32_t reach, uint32_t limit) {
  uint32_t longest = 0;
  if (reach >= lz->pixel) longest = note(parse, here, lz->pixel, longest, limit);
  uint32_t *near = &parse->near[hash(load4(here) << 8, near_bits)];
  const uint32_t near_distance = position - *near;
  *near = position;
  if (near_distance > 0 && near_distance <= window_size && near_distance <= reach)
    longest = note(parse, here, near_distance, longest, limit);
  uint32_t candidate = insert(&lz->finder, here, position);
  uint32_t nearer = 0, looked_at = 0;
  const uint32_t most = parse->allowance < longest_chain ? parse->allowance : longest_chain;
  for (; looked_at < most && longest < nice_length && longest < limit; looked_at++) {
    const uint32_t distance = position - candidate;
    if (distance <= nearer || distance > window_size || distance > reach) break;
    // A longer match must contain these four bytes, too.
    const uint32_t skipped = longest < 4 ? 0 : longest - 3;
    if (load4(here + skipped) == load4(here - distance + skipped))
      longest = note(parse, here, distance, longest, limit);
    nearer = distance;
    candidate = lz->finder.previous[candidate % window_size];
  }
  parse->allowance -= looked_at;
  if (longest < nice_length && reach >= lz->line) longest = note(parse, here, lz->line, longest, limit);
  return longest;
}

// Finds the matches of a segment.
static void search(struct optimal_parse *parse, struct lz *lz, const uint8_t *bytes, uint32_t count, uint32_t history) {
  const uint32_t capacity = sizeof parse->matches / sizeof *parse->matches;
  parse->match_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t limit = count - i < longest_reference ? count - i : longest_reference;
    uint32_t longest = 0;
    if (parse->allowance < chain_kept) parse->allowance += chain_each;
    if (limit >= 4 && parse->match_count + most_matches <= capacity)
      longest = look(parse, lz, bytes + i, lz->seen + i, history + i, limit);
    parse->ends[i] = parse->match_count;
    if (longest < nice_length) continue;
    // No matches inside it are searched, and only its last few positions are inserted.
    const uint32_t end = i + longest;
    parse->allowance += chain_each * longest;
    while (++i < end) {
      parse->ends[i] = parse->match_count;
      if (i + longest_chain / 4 >= end && i + 4 <= count) insert(&lz->finder, bytes + i, lz->seen + i);
    }
    i--;
  }
}

// Finds the cheapest step of each position, from the last to the first.
static void choose(struct optimal_parse *parse, const uint8_t *bytes, uint32_t count) {
  parse->costs[count] = 0;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t least = parse->literal_costs[bytes[i]] + parse->costs[i + 1], step = 0, length = shortest_reference;
    for (uint32_t k = i > 0 ? parse->ends[i - 1] : 0; k < parse->ends[i]; k++) {
      const struct match match = parse->matches[k];
      unsigned extra;
      const uint32_t distance_cost = parse->distance_costs[distance_symbol(match.distance + 1u, &extra)];
      if (match.length >= nice_length) length = match.length;
      for (; length <= match.length; length++) {
        const uint32_t cost = parse->length_costs[length] + distance_cost + parse->costs[i + length];
        if (cost >= least) continue;
        least = cost;
        step = length << 16 | match.distance;
      }
    }
    parse->costs[i] = least;
    parse->steps[i] = step;
  }
}

// Adds the tokens of the cheapest steps, from the first position on.
static void take(const struct optimal_parse *parse, struct tokens *tokens, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    const uint32_t step = parse->steps[i], length = step >> 16;
    if (length == 0) {
      add_literal(tokens, bytes[i++]);
    } else {
      add_reference(tokens, length, (step & 0xffff) + 1);
      i += length;
    }
  }
}

int optimal_parse_add(struct optimal_parse *parse, struct lz *lz, const uint8_t *bytes, uint32_t count,
                      uint32_t history) {
  struct tokens *tokens = &lz->tokens;
  while (count > 0) {
    const uint32_t part = count < segment_size ? count : segment_size;
    if (tokens->count + part > most_tokens && !write_tokens(tokens, &lz->bits, 0)) return 0;
    search(parse, lz, bytes, part, history);
    choose(parse, bytes, part);
    if (!parse->is_priced) {
      // The first prices were uniform; the resulting tokens give better prices to parse the same bytes again.
      take(parse, tokens, bytes, part);
      price(parse, tokens->literal_frequencies, tokens->distance_frequencies);
      forget_tokens(tokens);
      choose(parse, bytes, part);
    }
    take(parse, tokens, bytes, part);
    price(parse, tokens->literal_frequencies, tokens->distance_frequencies);
    lz->seen += part;
    bytes += part;
    count -= part;
    history += part;
  }
  return 1;
}
