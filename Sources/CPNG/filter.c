#include "filter.h"

#include "output.h"

#include <stdlib.h>
#include <string.h>

// The loops are plain, so that the compiler vectorises them; on processors with wider registers than the x86-64
// baseline other copies use those. All give the same bytes.

#define INLINE static inline __attribute__((always_inline))

// The nearest of left, up and up-left to left + up − up-left, in this order when equally near (PNG, 9.4).
//
// That sum is as far from left as up is from up-left, and as far from up as left is. From up-left it is as far as these
// two together, or, where up-left is between left and up, as they differ: only then can up-left be the nearest.
INLINE uint8_t paeth(uint8_t left, uint8_t up, uint8_t corner) {
  const uint8_t from_left = up > corner ? (uint8_t)(up - corner) : (uint8_t)(corner - up);
  const uint8_t from_up = left > corner ? (uint8_t)(left - corner) : (uint8_t)(corner - left);
  const uint8_t apart = from_left > from_up ? (uint8_t)(from_left - from_up) : (uint8_t)(from_up - from_left);
  const uint8_t least = from_left < from_up ? from_left : from_up;
  const uint8_t other = from_left <= from_up ? left : up;
  const int is_between = (left > corner) != (up > corner);
  return (is_between & (apart < least)) ? corner : other;
}

INLINE void filter_row(uint8_t *restrict line, const uint8_t *restrict row, const uint8_t *restrict above,
                       size_t count, size_t pixel, int kind) {
  switch (kind) {
  case CPNG_FILTER_SUB:
    memcpy(line, row, pixel);
    for (size_t i = pixel; i < count; i++) line[i] = (uint8_t)(row[i] - row[i - pixel]);
    break;
  case CPNG_FILTER_UP:
    for (size_t i = 0; i < count; i++) line[i] = (uint8_t)(row[i] - above[i]);
    break;
  case CPNG_FILTER_AVERAGE:
    for (size_t i = 0; i < pixel; i++) line[i] = (uint8_t)(row[i] - above[i] / 2);
    for (size_t i = pixel; i < count; i++) line[i] = (uint8_t)(row[i] - (uint8_t)((row[i - pixel] + above[i]) / 2));
    break;
  case CPNG_FILTER_PAETH:
    for (size_t i = 0; i < pixel; i++) line[i] = (uint8_t)(row[i] - above[i]);
    for (size_t i = pixel; i < count; i++)
      line[i] = (uint8_t)(row[i] - paeth(row[i - pixel], above[i], above[i - pixel]));
    break;
  default: memcpy(line, row, count);
  }
}

INLINE void swap_row(uint8_t *restrict swapped, const uint8_t *restrict row, size_t count) {
  for (size_t i = 0; i + 1 < count; i += 2) {
    uint16_t sample;
    memcpy(&sample, row + i, 2);
    sample = (uint16_t)(sample << 8 | sample >> 8);
    memcpy(swapped + i, &sample, 2);
  }
}

#define COPIES(attributes, name)                                                                                      \
  attributes static void name##_filter_row(uint8_t *line, const uint8_t *row, const uint8_t *above, size_t count,     \
                                           size_t pixel, int kind) {                                                  \
    filter_row(line, row, above, count, pixel, kind);                                                                 \
  }                                                                                                                   \
  attributes static void name##_swap_row(uint8_t *swapped, const uint8_t *row, size_t count) {                        \
    swap_row(swapped, row, count);                                                                                    \
  }

COPIES(, plain)
#if defined(__x86_64__)
COPIES(__attribute__((target("avx2"))), wide)
COPIES(__attribute__((target("avx512bw"), min_vector_width(512))), widest)

// The widest registers are not slower than the others in processors that have the instructions of literals.c, too.
#define CALL(name, ...)                                                                                               \
  (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") ? widest_##name(__VA_ARGS__)            \
   : __builtin_cpu_supports("avx2")                                           ? wide_##name(__VA_ARGS__)              \
                                                                              : plain_##name(__VA_ARGS__))
#else
#define CALL(name, ...) plain_##name(__VA_ARGS__)
#endif

static const uint8_t *in_file_order(struct filter *filter, uint32_t y) {
  const uint8_t *row = (const uint8_t *)filter->image->pixels + (size_t)y * filter->image->bytes_per_row;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (filter->image->bit_depth == 16) {
    CALL(swap_row, filter->swapped[y & 1], row, filter->row_bytes);
    return filter->swapped[y & 1];
  }
#endif
  return row;
}

// How unevenly the values of a row occur: the sum of n log2 n of their counts, in 65536ths. Of two rows of the same
// length, the one with the larger number takes fewer bits with its own code (Shannon).
static uint64_t unevenness(const uint8_t *line, size_t count) {
  uint64_t tallies[256] = {0}, sum = 0;
  for (size_t i = 0; i < count; i++) tallies[line[i]]++;
  for (int value = 0; value < 256; value++) {
    uint64_t tally = tallies[value];
    if (tally < 2) continue;
    // Between powers of two the logarithm is approximated linearly.
    unsigned whole = 63u - (unsigned)__builtin_clzll(tally);
    uint64_t part = whole < 16 ? tally << (16 - whole) : tally >> (whole - 16);
    sum += tally * (((uint64_t)whole << 16) + (part & 0xffff));
  }
  return sum;
}

const char *filter_start(struct filter *filter, const cpng_image *image, int kind) {
  memset(filter, 0, sizeof *filter);
  if (image->channels < 1 || image->channels > 4) return "the number of channels is not 1 to 4";
  if (image->bit_depth != 8 && image->bit_depth != 16) return "the bit depth is neither 8 nor 16";
  if (kind < CPNG_FILTER_NONE || kind > CPNG_FILTER_SMALLEST) return "there is no such filter";
  filter->image = image;
  filter->kind = kind;
  filter->pixel_bytes = (size_t)image->channels * (size_t)image->bit_depth / 8;
  size_t every, line;
  if (__builtin_mul_overflow((size_t)image->width, filter->pixel_bytes, &filter->row_bytes) ||
      filter->row_bytes == 0 || __builtin_add_overflow(filter->row_bytes, (size_t)1, &line) ||
      __builtin_mul_overflow(line, (size_t)5, &every))
    return "the bytes of a row cannot be counted";
  filter->memory = calloc(every, 1);
  if (filter->memory == NULL) return cpng_no_memory;
  filter->above = filter->memory;
  filter->swapped[0] = filter->memory + line;
  filter->swapped[1] = filter->memory + 2 * line;
  filter->candidates[0] = filter->memory + 3 * line;
  filter->candidates[1] = filter->memory + 4 * line;
  return NULL;
}

void filter_go_to(struct filter *filter, uint32_t row) {
  filter->next = row;
  filter->above = row == 0 ? filter->memory : in_file_order(filter, row - 1);
}

void filter_next(struct filter *filter, uint8_t *line) {
  const size_t count = filter->row_bytes, pixel = filter->pixel_bytes;
  const uint8_t *row = in_file_order(filter, filter->next++), *above = filter->above;
  if (filter->kind != CPNG_FILTER_SMALLEST) {
    line[0] = (uint8_t)filter->kind;
    CALL(filter_row, line + 1, row, above, count, pixel, filter->kind);
  } else {
    uint64_t best = 0;
    for (int kind = CPNG_FILTER_NONE; kind <= CPNG_FILTER_PAETH; kind++) {
      uint8_t *candidate = filter->candidates[0];
      CALL(filter_row, candidate, row, above, count, pixel, kind);
      uint64_t sum = unevenness(candidate, count);
      if (kind != CPNG_FILTER_NONE && sum <= best) continue;
      best = sum;
      line[0] = (uint8_t)kind;
      filter->candidates[0] = filter->candidates[1];
      filter->candidates[1] = candidate;
    }
    memcpy(line + 1, filter->candidates[1], count);
  }
  filter->above = row;
}

void filter_end(struct filter *filter) {
  free(filter->memory);
  filter->memory = NULL;
}
