#include "tokens.h"

int write_tokens(struct tokens *tokens, struct bits *bits, int is_last) {
  // A token takes 48 bits at most, both descriptions less than 2048 bytes.
  if (!make_room(bits->output, 6 * (size_t)tokens->count + 2048)) return 0;
  tokens->literal_frequencies[end_of_block] = 1;
  uint8_t literal_lengths[literals], distance_lengths[distances];
  uint32_t literal_words[huffman_symbols], distance_words[huffman_symbols];
  huffman_lengths(literal_lengths, tokens->literal_frequencies, literals, huffman_bits);
  huffman_lengths(distance_lengths, tokens->distance_frequencies, distances, huffman_bits);
  huffman_words(literal_words, literal_lengths, literals);
  huffman_words(distance_words, distance_lengths, distances);
  struct description description;
  describe(&description, literal_lengths, distance_lengths);
  put(bits, (uint32_t)(is_last | 2 << 1), 3);
  write_description(bits, &description);
  for (uint32_t i = 0; i < tokens->count; i++) {
    const uint32_t token = tokens->all[i], length = token >> 16;
    if (length == 0) {
      put_word(bits, literal_words[token]);
    } else {
      unsigned extra;
      put_word(bits, literal_words[length_symbol(length, &extra)]);
      put(bits, (length - shortest_reference) & ((1u << extra) - 1), extra);
      put_word(bits, distance_words[distance_symbol((token & 0xffff) + 1, &extra)]);
      put(bits, token & ((1u << extra) - 1), extra);
    }
    flush(bits);
  }
  put_word(bits, literal_words[end_of_block]);
  flush(bits);
  forget_tokens(tokens);
  return 1;
}
