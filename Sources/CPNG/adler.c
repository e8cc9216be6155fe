#include "output.h"

// Adler-32 adds up all bytes, and also the running sum after each byte. Here 32 bytes at a time are added to the 32
// lanes of a vector, and the lanes are weighted at the end. On processors with wider registers than the x86-64 baseline
// a second copy uses those; both give the same sum. The 6 MB of a 1080p picture take 0.3 ms, or 0.6 without the wide
// registers; zlib's takes 1.7, half the time of the fastest coder for a drawing.

enum {
  lane_count = 32,
  // Rows of lanes that are added between reductions, so that a lane's sum stays below 2^16, and the sum of these sums
  // below 2^32.
  most_rows = 256,
  // The largest prime below 2^16 (RFC 1950, 8.2).
  modulus = 65521,
};

typedef uint8_t lanes_8 __attribute__((vector_size(lane_count)));
typedef uint16_t lanes_16 __attribute__((vector_size(2 * lane_count)));
typedef uint32_t lanes_32 __attribute__((vector_size(4 * lane_count)));

static inline __attribute__((always_inline)) void add_rows(uint64_t *low, uint64_t *high, const uint8_t *bytes,
                                                           uint32_t rows) {
  // The sum of each lane's bytes, and the sum of those sums as they were before each row.
  lanes_16 sums = {0};
  lanes_32 earlier = {0};
  for (uint32_t row = 0; row < rows; row++) {
    lanes_8 here;
    memcpy(&here, bytes + row * lane_count, lane_count);
    earlier += __builtin_convertvector(sums, lanes_32);
    sums += __builtin_convertvector(here, lanes_16);
  }
  *high += *low * rows * lane_count;
  for (uint32_t lane = 0; lane < lane_count; lane++) {
    *low += sums[lane];
    // A byte counts once for itself and once for each byte that follows.
    *high += (uint64_t)earlier[lane] * lane_count + (uint64_t)sums[lane] * (lane_count - lane);
  }
}

static void plain_add_rows(uint64_t *low, uint64_t *high, const uint8_t *bytes, uint32_t rows) {
  add_rows(low, high, bytes, rows);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void wide_add_rows(uint64_t *low, uint64_t *high, const uint8_t *bytes,
                                                          uint32_t rows) {
  add_rows(low, high, bytes, rows);
}
#endif

uint32_t cpng_adler(uint32_t sum, const uint8_t *bytes, size_t count) {
  uint64_t low = sum & 0xffff, high = sum >> 16;
  while (count >= lane_count) {
    const uint32_t rows = count / lane_count < most_rows ? (uint32_t)(count / lane_count) : most_rows;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
      wide_add_rows(&low, &high, bytes, rows);
    else
#endif
      plain_add_rows(&low, &high, bytes, rows);
    low %= modulus;
    high %= modulus;
    bytes += (size_t)rows * lane_count;
    count -= (size_t)rows * lane_count;
  }
  for (; count > 0; count--) {
    low += *bytes++;
    high += low;
  }
  return (uint32_t)(high % modulus << 16 | low % modulus);
}
