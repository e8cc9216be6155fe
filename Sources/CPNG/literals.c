#include "literals.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// With up to seven that wait they fit into 64.
enum { most_bits = 56 };

void take_apart(struct literal_codes *codes, const uint32_t *words) {
  for (int value = 0; value < 256; value++) {
    codes->words[value] = words[value];
    codes->lengths[value] = (uint8_t)(words[value] >> 16);
    codes->low[value] = (uint8_t)words[value];
    codes->high[value] = (uint8_t)(words[value] >> 8);
  }
}

// Appends up to `most_bits`.
static inline __attribute__((always_inline)) void append(struct bit_end *end, uint64_t bits, unsigned count) {
  end->waiting |= bits << end->count;
  end->count += count;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(end->next, &end->waiting, 8);
#else
  for (int i = 0; i < 8; i++) end->next[i] = (uint8_t)(end->waiting >> 8 * i);
#endif
  end->next += end->count >> 3;
  end->waiting >>= end->count & ~7u;
  end->count &= 7;
}

void literals_write_portably(const struct literal_codes *codes, const uint8_t *bytes, uint32_t count,
                             struct bit_end *end) {
  const uint32_t *words = codes->words;
  // A local copy, since the compiler must assume that any byte written may change the fields.
  struct bit_end place = *end;
  uint32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const uint32_t a = words[bytes[i]], b = words[bytes[i + 1]], c = words[bytes[i + 2]], d = words[bytes[i + 3]];
    const uint64_t first = (a & 0xffff) | (uint64_t)(b & 0xffff) << (a >> 16);
    const uint64_t second = (c & 0xffff) | (uint64_t)(d & 0xffff) << (c >> 16);
    const unsigned first_bits = (a >> 16) + (b >> 16), second_bits = (c >> 16) + (d >> 16);
    append(&place, first | second << first_bits, first_bits + second_bits);
  }
  for (; i < count; i++) append(&place, words[bytes[i]] & 0xffff, words[bytes[i]] >> 16);
  *end = place;
}

#if defined(__x86_64__)
#define VECTORS __attribute__((target("avx512f,avx512bw,avx512vbmi")))

// A table of 256 bytes, looked up for each byte of `places`; 0 where `wanted` has no bit.
VECTORS static inline __m512i look_up(const __m512i table[4], __m512i places, __mmask64 wanted) {
  const __m512i lower = _mm512_permutex2var_epi8(table[0], places, table[1]);
  const __m512i upper = _mm512_permutex2var_epi8(table[2], places, table[3]);
  return _mm512_maskz_mov_epi8(wanted, _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), lower, upper));
}

VECTORS static inline void load_table(__m512i table[4], const uint8_t *bytes) {
  for (int part = 0; part < 4; part++) table[part] = _mm512_loadu_si512(bytes + 64 * part);
}

// Joins the words of 32 bytes, and their lengths, four at a time.
VECTORS static inline void join(__m512i words, __m512i lengths, __m512i *bits, __m512i *counts) {
  const __m512i half = _mm512_set1_epi32(0xffff), whole = _mm512_set1_epi64(0xffffffff);
  const __m512i seconds = _mm512_sllv_epi32(_mm512_srli_epi32(words, 16), _mm512_and_si512(lengths, half));
  const __m512i pairs = _mm512_or_si512(_mm512_and_si512(words, half), seconds);
  const __m512i sums = _mm512_madd_epi16(lengths, _mm512_set1_epi16(1)), firsts = _mm512_and_si512(sums, whole);
  const __m512i others = _mm512_sllv_epi64(_mm512_srli_epi64(pairs, 32), firsts);
  *bits = _mm512_or_si512(_mm512_and_si512(pairs, whole), others);
  *counts = _mm512_add_epi64(firsts, _mm512_srli_epi64(sums, 32));
}

// Bits to append, and how many, in eight lanes.
struct lanes {
  uint64_t bits[8], counts[8];
};

VECTORS static inline void store(struct lanes *lanes, __m512i bits, __m512i counts) {
  _mm512_storeu_si512(lanes->bits, bits);
  _mm512_storeu_si512(lanes->counts, counts);
}

static inline void append_lane(struct bit_end *end, const struct lanes *lanes, uint32_t lane) {
  append(end, lanes->bits[lane], (unsigned)lanes->counts[lane]);
}

VECTORS static void write_by_vectors(const struct literal_codes *codes, const uint8_t *bytes, uint32_t count,
                                     struct bit_end *end) {
  __m512i lengths[4], low[4], high[4];
  load_table(lengths, codes->lengths);
  load_table(low, codes->low);
  load_table(high, codes->high);
  struct bit_end place = *end;
  while (count > 0) {
    const uint32_t part = count < 64 ? count : 64;
    const __mmask64 wanted = ~(__mmask64)0 >> (64 - part);
    const __m512i places = _mm512_maskz_loadu_epi8(wanted, bytes);
    const __m512i length = look_up(lengths, places, wanted);
    const __m512i lower = look_up(low, places, wanted), upper = look_up(high, places, wanted);
    // Of each 16 bytes the first eight are in the first half, the others in the second.
    __m512i bits[2], counts[2];
    const __m512i zero = _mm512_setzero_si512();
    join(_mm512_unpacklo_epi8(lower, upper), _mm512_unpacklo_epi8(length, zero), &bits[0], &counts[0]);
    join(_mm512_unpackhi_epi8(lower, upper), _mm512_unpackhi_epi8(length, zero), &bits[1], &counts[1]);
    // Eight bytes take two places beside each other there, and mostly fit into one.
    const __m512i first = _mm512_unpacklo_epi64(bits[0], bits[1]), second = _mm512_unpackhi_epi64(bits[0], bits[1]);
    const __m512i firsts = _mm512_unpacklo_epi64(counts[0], counts[1]);
    const __m512i seconds = _mm512_unpackhi_epi64(counts[0], counts[1]), sums = _mm512_add_epi64(firsts, seconds);
    const uint32_t eights = (part + 7) / 8;
    struct lanes all, rest;
    if (_mm512_cmpgt_epi64_mask(sums, _mm512_set1_epi64(most_bits)) == 0) {
      store(&all, _mm512_or_si512(first, _mm512_sllv_epi64(second, firsts)), sums);
      for (uint32_t eight = 0; eight < eights; eight++) append_lane(&place, &all, eight);
    } else {
      store(&all, first, firsts);
      store(&rest, second, seconds);
      for (uint32_t eight = 0; eight < eights; eight++) {
        append_lane(&place, &all, eight);
        append_lane(&place, &rest, eight);
      }
    }
    bytes += part;
    count -= part;
  }
  *end = place;
}
#endif

void literals_write(const struct literal_codes *codes, const uint8_t *bytes, uint32_t count, struct bit_end *end) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi")) {
    write_by_vectors(codes, bytes, count, end);
    return;
  }
#endif
  literals_write_portably(codes, bytes, count, end);
}
