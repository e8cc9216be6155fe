#include "runs.h"

#include "literals.h"
#include "references.h"
#include "same.h"

enum {
  // Bytes per block: enough to make up for the description of its codes, few enough to adapt to the picture.
  block_size = 1 << 16,
  // The most that a stored block can hold (RFC 1951, 3.2.4).
  stored_size = 65535,
  shortest_run = 8,
};

// `length` bytes from `start` on that all equal the one before them.
struct run {
  uint32_t start, length;
};

struct block {
  uint32_t frequencies[literals];
  uint8_t lengths[literals];
  uint32_t words[huffman_symbols];
  struct literal_codes literals;
  uint32_t run_count;
  struct run runs[block_size / shortest_run + 1];
};

// How much of a run goes into one reference, so that one or two bytes never remain.
static inline uint32_t piece(uint32_t left) {
  if (left <= longest_reference) return left;
  return left - longest_reference < shortest_reference ? left - shortest_reference : longest_reference;
}

// Goes back from `start`, where bytes equal the ones before them, to where that begins, but not to `from` or before it.
static inline uint32_t run_start(const uint8_t *bytes, uint32_t start, uint32_t from) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (start >= from + 9) {
    const uint64_t differing = load8(bytes + start - 8) ^ load8(bytes + start - 9);
    // Eight equal bytes are impossible: the search would have found the run there.
    if (differing != 0) return start - (uint32_t)__builtin_clzll(differing) / 8;
  }
#endif
  while (start > from + 1 && bytes[start - 2] == bytes[start - 1]) start--;
  return start;
}

// Finds the runs, and counts what has to be written.
static void examine(struct block *block, const uint8_t *bytes, uint32_t count) {
  // Several tallies, since equal bytes are close together: a count that was just written is slow to read.
  uint32_t tallies[8][256];
  memset(tallies, 0, sizeof tallies);
  memset(block->frequencies, 0, sizeof block->frequencies);
  block->run_count = 0;
  tallies[0][bytes[0]]++;
  uint32_t from = 0, i = 1;
  // Checks every eighth position: this finds every run of fifteen or more, and many of eight or more. Searching for
  // all runs makes files of drawings smaller, those of photographs larger, and takes a quarter more time.
  while (i + 8 <= count) {
    const uint64_t eight = load8(bytes + i);
    if (eight != load8(bytes + i - 1)) {
      for (int place = 0; place < 8; place++) tallies[place][eight >> 8 * place & 255]++;
      i += 8;
      continue;
    }
    const uint32_t end = i + 8 + same_bytes(bytes + i + 8, bytes + i + 7, count - i - 8);
    const uint32_t start = run_start(bytes, i, from);
    for (uint32_t at = start; at < i; at++) tallies[0][bytes[at]]--;
    block->runs[block->run_count++] = (struct run){start, end - start};
    for (uint32_t left = end - start, part; left > 0; left -= part) {
      part = piece(left);
      unsigned extra;
      block->frequencies[length_symbol(part, &extra)]++;
    }
    from = i = end;
  }
  for (; i < count; i++) tallies[0][bytes[i]]++;
  for (int place = 0; place < 8; place++)
    for (int value = 0; value < 256; value++) block->frequencies[value] += tallies[place][value];
  block->frequencies[end_of_block] = 1;
}

static void write_literals(struct bits *bits, const struct block *block, const uint8_t *bytes, uint32_t count) {
  struct output *output = bits->output;
  struct bit_end end = {output->bytes + output->count, bits->waiting, bits->count};
  literals_write(&block->literals, bytes, count, &end);
  output->count = (size_t)(end.next - output->bytes);
  bits->waiting = end.waiting;
  bits->count = end.count;
}

static void write_stored(struct bits *bits, const uint8_t *bytes, uint32_t count, int is_last) {
  struct output *output = bits->output;
  while (count > 0) {
    uint32_t part = count < stored_size ? count : stored_size;
    put(bits, is_last && part == count, 3);
    fill_byte(bits);
    put(bits, part, 16);
    put(bits, ~part & 0xffff, 16);
    flush(bits);
    memcpy(output->bytes + output->count, bytes, part);
    output->count += part;
    bytes += part;
    count -= part;
  }
}

static void write_block(struct bits *bits, struct block *block, const uint8_t *bytes, uint32_t count, int is_last) {
  examine(block, bytes, count);
  huffman_lengths(block->lengths, block->frequencies, literals, longest_literal);
  struct description description;
  // The only distance is 1, and its code word is a zero bit.
  static const uint8_t distance_lengths[distances] = {1};
  uint64_t size = 3 + describe(&description, block->lengths, distance_lengths);
  for (unsigned symbol = 0; symbol < literals; symbol++)
    size += (uint64_t)block->frequencies[symbol] *
            (block->lengths[symbol] + (symbol < first_length ? 0 : length_extra(symbol) + 1));
  if (size / 8 >= count) {
    write_stored(bits, bytes, count, is_last);
    return;
  }
  huffman_words(block->words, block->lengths, literals);
  take_apart(&block->literals, block->words);
  put(bits, (uint32_t)(is_last | 2 << 1), 3);
  write_description(bits, &description);
  uint32_t from = 0;
  for (uint32_t i = 0; i < block->run_count; i++) {
    const struct run run = block->runs[i];
    write_literals(bits, block, bytes + from, run.start - from);
    for (uint32_t left = run.length, part; left > 0; left -= part) {
      part = piece(left);
      unsigned extra;
      put_word(bits, block->words[length_symbol(part, &extra)]);
      // The length's extra bits, then the distance.
      put(bits, (part - shortest_reference) & ((1u << extra) - 1), extra + 1);
      flush(bits);
    }
    from = run.start + run.length;
  }
  write_literals(bits, block, bytes + from, count - from);
  put_word(bits, block->words[end_of_block]);
  flush(bits);
}

int runs_add(struct bits *bits, const uint8_t *bytes, size_t count, enum ending ending) {
  struct block *block = malloc(sizeof *block);
  if (block == NULL) return 0;
  while (count > 0) {
    uint32_t part = count < block_size ? (uint32_t)count : block_size;
    // Never larger than a stored block, apart from the description and bytes that are written ahead.
    if (!make_room(bits->output, (size_t)part + 1024)) break;
    write_block(bits, block, bytes, part, ending == ends_stream && part == count);
    bytes += part;
    count -= part;
  }
  free(block);
  return count == 0 && end_bits(bits, ending);
}
