#include "description.h"

#include <string.h>

// The order in which the lengths of the code for lengths are written.
static const uint8_t in_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// Bits that follow a symbol.
static inline unsigned after(uint8_t symbol) { return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0; }

// How many lengths must be written: all but the zeros at the end, and at least `least`.
static int told(const uint8_t *lengths, int count, int least) {
  while (count > least && lengths[count - 1] == 0) count--;
  return count;
}

uint64_t describe(struct description *description, const uint8_t *literal_lengths, const uint8_t *distance_lengths) {
  uint8_t all[literals + distances];
  description->literal_count = told(literal_lengths, literals, first_length);
  description->distance_count = told(distance_lengths, distances, 1);
  const int count = description->literal_count + description->distance_count;
  memcpy(all, literal_lengths, (size_t)description->literal_count);
  memcpy(all + description->literal_count, distance_lengths, (size_t)description->distance_count);
  uint32_t frequencies[19] = {0};
  description->count = 0;
  for (int i = 0, same; i < count; i += same) {
    for (same = 1; i + same < count && same < 138 && all[i + same] == all[i];) same++;
    uint8_t symbol = all[i], extra = 0;
    if (all[i] == 0 && same >= 3) {
      symbol = same < 11 ? 17 : 18;
      extra = (uint8_t)(same - (same < 11 ? 3 : 11));
    } else if (i > 0 && all[i] == all[i - 1] && same >= 3) {
      if (same > 6) same = 6;
      symbol = 16;
      extra = (uint8_t)(same - 3);
    } else {
      same = 1;
    }
    description->symbols[description->count] = symbol;
    description->extra[description->count++] = extra;
    frequencies[symbol]++;
  }
  huffman_lengths(description->lengths, frequencies, 19, 7);
  huffman_words(description->words, description->lengths, 19);
  description->shown = 19;
  while (description->shown > 4 && description->lengths[in_order[description->shown - 1]] == 0)
    description->shown--;
  uint64_t bits = 14 + 3 * (uint64_t)description->shown;
  for (uint8_t symbol = 0; symbol < 19; symbol++)
    bits += (uint64_t)frequencies[symbol] * (description->lengths[symbol] + after(symbol));
  return bits;
}

void write_description(struct bits *bits, const struct description *description) {
  put(bits, (uint32_t)(description->literal_count - 257), 5);
  put(bits, (uint32_t)(description->distance_count - 1), 5);
  put(bits, (uint32_t)(description->shown - 4), 4);
  flush(bits);
  for (int i = 0; i < description->shown; i++) {
    put(bits, description->lengths[in_order[i]], 3);
    flush(bits);
  }
  for (int i = 0; i < description->count; i++) {
    put_word(bits, description->words[description->symbols[i]]);
    put(bits, description->extra[i], after(description->symbols[i]));
    flush(bits);
  }
}
