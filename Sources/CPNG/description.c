#include "description.h"

#include <string.h>

uint64_t describe(struct description *description, const uint8_t *lengths) {
  uint8_t all[literals + 1];
  int count = literals;
  while (count > first_length && lengths[count - 1] == 0) count--;
  description->literal_count = count;
  memcpy(all, lengths, (size_t)count);
  all[count++] = 1;
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
  while (description->shown > 4 && description->lengths[description_order[description->shown - 1]] == 0)
    description->shown--;
  uint64_t bits = 14 + 3 * (uint64_t)description->shown;
  for (uint8_t symbol = 0; symbol < 19; symbol++)
    bits += (uint64_t)frequencies[symbol] * (description->lengths[symbol] + description_extra(symbol));
  return bits;
}
