#include "plan.h"

enum {
  // Bytes that are planned together.
  segment_size = 1 << 15,
  // Places that are looked at for each byte on the whole, and for one byte at most, from what others have left over.
  places_each = 10, places_most = 64, places_kept = 1 << 20,
  // A reference so long is taken as it is, and what it covers is not looked at.
  long_enough = 96,
  // Each is longer than the one before and shorter than long_enough, but for the last.
  ways_most = long_enough,
  near_bits = 15,
};

// One reference that a place can have, with this length or a lesser one; its distance less one.
struct way {
  uint16_t length, distance;
};

struct plan {
  // Where three bytes stood last.
  uint32_t near[1 << near_bits];
  // What is left over of the places to look at.
  uint32_t allowance;
  // Costs in sixteenths of a bit, extra bits included.
  uint32_t literal_costs[256], length_costs[longest_reference + 1], distance_costs[distances];
  int is_priced;
  // For each place of the segment: after which way its own end, what the rest costs, and the step that makes it so: 0
  // for a literal, or a length above a distance less one.
  uint32_t ends[segment_size], costs[segment_size + 1], steps[segment_size];
  uint32_t way_count;
  struct way ways[1 << 18];
};

// The logarithm to base 2 in sixteenths; between powers it is taken for a straight line.
static inline uint32_t log_of(uint32_t value) {
  const unsigned whole = 31u - (unsigned)__builtin_clz(value);
  return 16 * whole + ((uint32_t)((uint64_t)value << 4 >> whole) & 15);
}

// Prices symbols by how often they occur; one that does not is priced as if it did a quarter of a time.
static void price(struct plan *plan, const uint32_t *literal_frequencies, const uint32_t *distance_frequencies) {
  uint32_t literal_sum = 0, distance_sum = 0;
  for (int i = 0; i < literals; i++) literal_sum += 4 * literal_frequencies[i] + 1;
  for (int i = 0; i < distances; i++) distance_sum += 4 * distance_frequencies[i] + 1;
  for (int i = 0; i < 256; i++) plan->literal_costs[i] = log_of(literal_sum) - log_of(4 * literal_frequencies[i] + 1);
  for (uint32_t length = shortest_reference; length <= longest_reference; length++) {
    unsigned extra;
    const uint32_t frequency = literal_frequencies[length_symbol(length, &extra)];
    plan->length_costs[length] = log_of(literal_sum) - log_of(4 * frequency + 1) + 16 * extra;
  }
  for (unsigned i = 0; i < distances; i++)
    plan->distance_costs[i] =
        log_of(distance_sum) - log_of(4 * distance_frequencies[i] + 1) + 16 * distance_extra(i);
  plan->is_priced = 1;
}

struct plan *plan_start(void) {
  struct plan *plan = calloc(1, sizeof *plan);
  if (plan == NULL) return NULL;
  // All symbols alike, for a start.
  static const uint32_t none[literals];
  price(plan, none, none);
  plan->is_priced = 0;
  return plan;
}

// Notes a reference if it is longer than all before; returns the greatest length.
static inline uint32_t note(struct plan *plan, const uint8_t *here, uint32_t distance, uint32_t longest,
                            uint32_t limit) {
  const uint32_t length = same_bytes(here, here - distance, limit);
  if (length < shortest_reference || length <= longest) return longest;
  plan->ways[plan->way_count++] = (struct way){(uint16_t)length, (uint16_t)(distance - 1)};
  return length;
}

// Notes the references of a place, the shortest first, and remembers it; returns the greatest length.
static inline uint32_t look(struct plan *plan, struct shapes *shapes, const uint8_t *here, uint32_t place,
                            uint32_t reach, uint32_t limit) {
  uint32_t longest = 0;
  if (reach >= shapes->pixel) longest = note(plan, here, shapes->pixel, longest, limit);
  uint32_t *near = &plan->near[hash(load4(here) << 8, near_bits)];
  const uint32_t near_distance = place - *near;
  *near = place;
  if (near_distance > 0 && near_distance <= window_size && near_distance <= reach)
    longest = note(plan, here, near_distance, longest, limit);
  uint32_t candidate = remember(&shapes->places, here, place);
  uint32_t nearer = 0, places = 0;
  const uint32_t most = plan->allowance < places_most ? plan->allowance : places_most;
  for (; places < most && longest < long_enough && longest < limit; places++) {
    const uint32_t distance = place - candidate;
    if (distance <= nearer || distance > window_size || distance > reach) break;
    // What is longer holds these four, too.
    const uint32_t skipped = longest < 4 ? 0 : longest - 3;
    if (load4(here + skipped) == load4(here - distance + skipped))
      longest = note(plan, here, distance, longest, limit);
    nearer = distance;
    candidate = shapes->places.before[candidate % window_size];
  }
  plan->allowance -= places;
  if (longest < long_enough && reach >= shapes->line) longest = note(plan, here, shapes->line, longest, limit);
  return longest;
}

// Finds the references of a segment.
static void search(struct plan *plan, struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history) {
  const uint32_t capacity = sizeof plan->ways / sizeof *plan->ways;
  plan->way_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t limit = count - i < longest_reference ? count - i : longest_reference;
    uint32_t longest = 0;
    if (plan->allowance < places_kept) plan->allowance += places_each;
    if (limit >= 4 && plan->way_count + ways_most <= capacity)
      longest = look(plan, shapes, bytes + i, shapes->seen + i, history + i, limit);
    plan->ends[i] = plan->way_count;
    if (longest < long_enough) continue;
    // Nothing is looked for inside, and only the last few places are remembered.
    const uint32_t end = i + longest;
    plan->allowance += places_each * longest;
    while (++i < end) {
      plan->ends[i] = plan->way_count;
      if (i + places_most / 4 >= end && i + 4 <= count) remember(&shapes->places, bytes + i, shapes->seen + i);
    }
    i--;
  }
}

// Weighs all there is, from the last byte to the first.
static void weigh(struct plan *plan, const uint8_t *bytes, uint32_t count) {
  plan->costs[count] = 0;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t least = plan->literal_costs[bytes[i]] + plan->costs[i + 1], step = 0, length = shortest_reference;
    for (uint32_t k = i > 0 ? plan->ends[i - 1] : 0; k < plan->ends[i]; k++) {
      const struct way way = plan->ways[k];
      unsigned extra;
      const uint32_t distance_cost = plan->distance_costs[distance_symbol(way.distance + 1u, &extra)];
      if (way.length >= long_enough) length = way.length;
      for (; length <= way.length; length++) {
        const uint32_t cost = plan->length_costs[length] + distance_cost + plan->costs[i + length];
        if (cost >= least) continue;
        least = cost;
        step = length << 16 | way.distance;
      }
    }
    plan->costs[i] = least;
    plan->steps[i] = step;
  }
}

// Adds the steps of the cheapest way.
static void walk(const struct plan *plan, struct tokens *tokens, const uint8_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    const uint32_t step = plan->steps[i], length = step >> 16;
    if (length == 0) {
      add_literal(tokens, bytes[i++]);
    } else {
      add_reference(tokens, length, (step & 0xffff) + 1);
      i += length;
    }
  }
}

int plan_add(struct plan *plan, struct shapes *shapes, const uint8_t *bytes, uint32_t count, uint32_t history) {
  struct tokens *tokens = &shapes->tokens;
  while (count > 0) {
    const uint32_t part = count < segment_size ? count : segment_size;
    if (tokens->count + part > most_tokens && !write_tokens(tokens, &shapes->bits, 0)) return 0;
    search(plan, shapes, bytes, part, history);
    weigh(plan, bytes, part);
    if (!plan->is_priced) {
      // The first prices were none: what came of them gives better ones for the same bytes.
      walk(plan, tokens, bytes, part);
      price(plan, tokens->literal_frequencies, tokens->distance_frequencies);
      forget_tokens(tokens);
      weigh(plan, bytes, part);
    }
    walk(plan, tokens, bytes, part);
    price(plan, tokens->literal_frequencies, tokens->distance_frequencies);
    shapes->seen += part;
    bytes += part;
    count -= part;
    history += part;
  }
  return 1;
}
