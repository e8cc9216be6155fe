#include "huffman.h"

#include <string.h>

// Sorts the symbols that occur, the rarest first, equally frequent ones by their number: a radix sort with two passes
// of nine bits.
static int sorted(uint16_t *order, const uint32_t *frequencies, int count) {
  uint16_t first[huffman_symbols];
  int used = 0;
  for (int i = 0; i < count; i++)
    if (frequencies[i] > 0) first[used++] = (uint16_t)i;
  uint16_t second[huffman_symbols];
  for (int pass = 0; pass < 2; pass++) {
    const uint16_t *from = pass == 0 ? first : second;
    uint16_t *to = pass == 0 ? second : order;
    uint16_t place[513] = {0};
    for (int i = 0; i < used; i++) place[(frequencies[from[i]] >> 9 * pass & 511) + 1]++;
    for (int i = 0; i < 512; i++) place[i + 1] = (uint16_t)(place[i + 1] + place[i]);
    for (int i = 0; i < used; i++) to[place[frequencies[from[i]] >> 9 * pass & 511]++] = from[i];
  }
  return used;
}

void huffman_lengths(uint8_t *lengths, const uint32_t *frequencies, int count, int limit) {
  memset(lengths, 0, (size_t)count);
  uint16_t order[huffman_symbols];
  int used = sorted(order, frequencies, count);
  if (used == 0) return;
  if (used == 1) {
    lengths[order[0]] = 1;
    return;
  }

  // The tree: sorted leaves, then the inner nodes, which are created in order of weight. Each new node becomes the
  // parent of the two lightest nodes without a parent.
  uint64_t weights[2 * huffman_symbols];
  uint16_t parents[2 * huffman_symbols];
  for (int i = 0; i < used; i++) weights[i] = frequencies[order[i]];
  int leaf = 0, node = used, last = 2 * used - 2;
  for (int made = used; made <= last; made++) {
    weights[made] = 0;
    for (int child = 0; child < 2; child++) {
      int lightest = node == made || (leaf < used && weights[leaf] <= weights[node]) ? leaf++ : node++;
      weights[made] += weights[lightest];
      parents[lightest] = (uint16_t)made;
    }
  }

  // How many leaves are at each depth; deeper ones are counted at the limit.
  uint16_t depths[2 * huffman_symbols];
  int at_depth[huffman_bits + 1] = {0};
  depths[last] = 0;
  uint64_t taken = 0;
  for (int i = last - 1; i >= 0; i--) {
    depths[i] = (uint16_t)(depths[parents[i]] + 1);
    if (i >= used) continue;
    int depth = depths[i] < limit ? depths[i] : limit;
    at_depth[depth]++;
    taken += (uint64_t)1 << (limit - depth);
  }
  // Moving leaves up to the limit uses more code words than exist: a leaf above the limit moves one level down, with
  // one from the limit as its sibling, until the code fits.
  while (taken > (uint64_t)1 << limit) {
    int depth = limit - 1;
    while (at_depth[depth] == 0) depth--;
    at_depth[depth]--;
    at_depth[depth + 1] += 2;
    at_depth[limit]--;
    taken--;
  }
  int next = 0;
  for (int depth = limit; depth > 0; depth--)
    for (int i = 0; i < at_depth[depth]; i++) lengths[order[next++]] = (uint8_t)depth;
}

void huffman_words(uint32_t *words, const uint8_t *lengths, int count) {
  uint32_t of_length[huffman_bits + 1] = {0}, next[huffman_bits + 2] = {0};
  for (int i = 0; i < count; i++) of_length[lengths[i]]++;
  of_length[0] = 0;
  for (int bits = 1; bits <= huffman_bits; bits++) next[bits + 1] = (next[bits] + of_length[bits]) << 1;
  for (int i = 0; i < count; i++) {
    uint32_t word = next[lengths[i]]++, turned = 0;
    for (int bit = 0; bit < lengths[i]; bit++) turned |= (word >> bit & 1) << (lengths[i] - 1 - bit);
    words[i] = turned | (uint32_t)lengths[i] << 16;
  }
}
