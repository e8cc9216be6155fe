// What Swift cannot import from zimg's header, and the loops over samples that a C compiler vectorises.
#ifndef FRAMEGRAB_CZIMG_H
#define FRAMEGRAB_CZIMG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zimg.h>

// ---- zimg's structures: Swift cannot import version macros with casts, or arrays of nameless structures (planes).

static inline void czimg_running_version(unsigned *major, unsigned *minor, unsigned *micro) {
  zimg_get_version_info(major, minor, micro);
}
static const unsigned czimg_built_api_major = ZIMG_API_VERSION_MAJOR;
static const unsigned czimg_built_api_minor = ZIMG_API_VERSION_MINOR;

static inline zimg_image_format czimg_format(void) {
  zimg_image_format format;
  zimg_image_format_default(&format, ZIMG_API_VERSION);
  return format;
}

static inline zimg_graph_builder_params czimg_parameters(void) {
  zimg_graph_builder_params parameters;
  zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
  return parameters;
}

static inline zimg_image_buffer_const czimg_source(void) {
  zimg_image_buffer_const buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.version = ZIMG_API_VERSION;
  return buffer;
}

static inline void czimg_set_source(zimg_image_buffer_const *buffer, int plane, const void *data, ptrdiff_t stride) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = ZIMG_BUFFER_MAX;
}

static inline zimg_image_buffer czimg_target(void) {
  zimg_image_buffer buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.version = ZIMG_API_VERSION;
  return buffer;
}

static inline void czimg_set_target(zimg_image_buffer *buffer, int plane, void *data, ptrdiff_t stride,
                                    unsigned mask) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = mask;
}

// ---- Stopping: finished rows ask now and then whether the rest is still wanted.

typedef struct czimg_stop {
  int (*ask)(void *context);  // any result but 0 means to stop; NULL never stops
  void *context;
} czimg_stop;

// Asks for one row in 64 only: that costs less than a thousandth of the work on them.
static inline int czimg_stops(const czimg_stop *stop, unsigned row) {
  return row % 64 == 0 && stop->ask && stop->ask(stop->context);
}

// ---- Reading one component's samples from any layout, as described by libavutil's pixel format descriptors.

typedef struct czimg_component {
  ptrdiff_t step;  // bytes from one sample to the next
  int bytes;       // 1, 2 or 4: how many are read at once
  int swaps;       // whether those bytes are in the other order than this machine's
  int shift;       // bits below the sample
  int depth;       // bits of the sample
  int is_half;     // IEEE binary16, widened to binary32
} czimg_component;

// A sample of fewer than 8 bits is scaled to 8 and rounded: 31 of 5 bits is 255.
static inline uint8_t czimg_widened(unsigned value, int depth) {
  unsigned top = (1u << depth) - 1;
  return (uint8_t)((value * 510u + top) / (2u * top));
}

static inline uint16_t czimg_read16(const uint8_t *source, int swaps) {
  uint16_t value;
  memcpy(&value, source, sizeof value);
  return swaps ? __builtin_bswap16(value) : value;
}

static inline uint32_t czimg_read32(const uint8_t *source, int swaps) {
  uint32_t value;
  memcpy(&value, source, sizeof value);
  return swaps ? __builtin_bswap32(value) : value;
}

// Exponents differ by 112; infinities and NaN end above 65 000, which is white after clamping.
static inline float czimg_float_of_half(uint16_t half) {
  uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
  float value;
  memcpy(&value, &bits, sizeof value);
  value *= 0x1p112f;
  return half & 0x8000 ? -value : value;
}

// Writes 8-bit samples for depths up to 8, 16-bit ones up to 16, and 32-bit ones (floating point) above and for halves.
static inline void czimg_gather(void *target, const uint8_t *source, size_t count, czimg_component c) {
  uint8_t *bytes = (uint8_t *)target;
  uint16_t *words = (uint16_t *)target;
  const ptrdiff_t step = c.step;
  const uint32_t mask = c.depth < 32 ? (1u << c.depth) - 1 : 0xffffffffu;
  if (c.is_half) {
    float *floats = (float *)target;
    for (size_t i = 0; i < count; i++)
      floats[i] = czimg_float_of_half(czimg_read16(source + (ptrdiff_t)i * step, c.swaps));
  } else if (c.bytes == 1 && c.depth == 8) {
    if (step == 1) memcpy(bytes, source, count);
    else if (step == 2) for (size_t i = 0; i < count; i++) bytes[i] = source[2 * i];
    else if (step == 4) for (size_t i = 0; i < count; i++) bytes[i] = source[4 * i];
    else for (size_t i = 0; i < count; i++) bytes[i] = source[(ptrdiff_t)i * step];
  } else if (c.bytes == 1) {
    for (size_t i = 0; i < count; i++)
      bytes[i] = czimg_widened((source[(ptrdiff_t)i * step] >> c.shift) & mask, c.depth);
  } else if (c.bytes == 2 && c.depth < 8) {
    for (size_t i = 0; i < count; i++)
      bytes[i] = czimg_widened((czimg_read16(source + (ptrdiff_t)i * step, c.swaps) >> c.shift) & mask, c.depth);
  } else if (c.bytes == 2 && c.depth == 8) {
    for (size_t i = 0; i < count; i++)
      bytes[i] = (uint8_t)(czimg_read16(source + (ptrdiff_t)i * step, c.swaps) >> c.shift);
  } else if (c.bytes == 2) {
    if (step == 2 && !c.swaps && c.shift == 0 && c.depth == 16) memcpy(words, source, 2 * count);
    else for (size_t i = 0; i < count; i++)
      words[i] = (uint16_t)((czimg_read16(source + (ptrdiff_t)i * step, c.swaps) >> c.shift) & mask);
  } else if (c.depth <= 16) {
    for (size_t i = 0; i < count; i++) {
      uint32_t value = (czimg_read32(source + (ptrdiff_t)i * step, c.swaps) >> c.shift) & mask;
      if (c.depth > 8) words[i] = (uint16_t)value;
      else bytes[i] = czimg_widened(value, c.depth);
    }
  } else {
    uint32_t *longs = (uint32_t *)target;
    for (size_t i = 0; i < count; i++) longs[i] = czimg_read32(source + (ptrdiff_t)i * step, c.swaps);
  }
}

// One component of a palette's entries, each 0xAARRGGBB in this machine's byte order.
static inline void czimg_gather_palette(uint8_t *target, const uint8_t *indices, size_t count, const uint8_t *palette,
                                        int shift) {
  for (size_t i = 0; i < count; i++) target[i] = (uint8_t)(czimg_read32(palette + 4 * (size_t)indices[i], 0) >> shift);
}

static inline int czimg_palette_is_seen_through(const uint8_t *indices, size_t count, const uint8_t *palette) {
  uint8_t opacity = 0xff;
  for (size_t i = 0; i < count; i++) opacity &= (uint8_t)(czimg_read32(palette + 4 * (size_t)indices[i], 0) >> 24);
  return opacity != 0xff;
}

static inline void czimg_widen_row(uint8_t *target, const uint16_t *source, size_t count, int depth, int inverts) {
  unsigned top = (1u << depth) - 1;
  for (size_t i = 0; i < count; i++) {
    unsigned value = source[i] & top;
    target[i] = czimg_widened(inverts ? top - value : value, depth);
  }
}

// ---- Alpha: full range at every depth, rounded to the nearest code. `top` is the greatest code.

// source_bytes 1, 2, or 4 for floating point from 0 to 1; target_bytes 1 or 2.
static inline void czimg_scale_alpha(void *target, int target_bytes, const void *source, int source_bytes,
                                     uint32_t top, size_t count) {
  const uint32_t target_top = target_bytes == 1 ? 0xff : 0xffff;
  // A double's product is exact to within 2^-36, and no product of such codes is closer to a half than 2^-18.
  const double factor = (double)target_top / (double)top;
  if (source_bytes == target_bytes && top == target_top) {
    memcpy(target, source, count * (size_t)target_bytes);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t value;
    if (source_bytes == 4) {
      float opacity = ((const float *)source)[i];
      // NaN compares false and becomes 0.
      value = opacity > 0 ? (uint32_t)((opacity < 1 ? (double)opacity : 1.0) * target_top + 0.5) : 0;
    } else {
      value = source_bytes == 1 ? ((const uint8_t *)source)[i] : ((const uint16_t *)source)[i];
      value = (uint32_t)(int32_t)((double)(int32_t)(value < top ? value : top) * factor + 0.5);
    }
    if (target_bytes == 1) ((uint8_t *)target)[i] = (uint8_t)value;
    else ((uint16_t *)target)[i] = (uint16_t)value;
  }
}

// ---- Planes to interleaved pixels.

typedef uint8_t czimg_bytes __attribute__((vector_size(16)));
typedef uint16_t czimg_words __attribute__((vector_size(16)));

// x86 has no instruction that stores three registers interleaved, and compilers do it byte by byte; shuffles are six
// times faster. Elsewhere compilers turn the plain loop below into such an instruction.
#if defined(__x86_64__)
__attribute__((target("ssse3"))) static inline size_t czimg_shuffle3_8(uint8_t *target, const uint8_t *r,
                                                                       const uint8_t *g, const uint8_t *b,
                                                                       size_t count) {
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    czimg_bytes x, y, z;
    memcpy(&x, r + i, 16);
    memcpy(&y, g + i, 16);
    memcpy(&z, b + i, 16);
    czimg_bytes xy = __builtin_shufflevector(x, y, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    czimg_bytes xyz = __builtin_shufflevector(xy, z, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    memcpy(target + 3 * i, &xyz, 16);
    xy = __builtin_shufflevector(x, y, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    xyz = __builtin_shufflevector(xy, z, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    memcpy(target + 3 * i + 16, &xyz, 16);
    xy = __builtin_shufflevector(x, y, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    xyz = __builtin_shufflevector(xy, z, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
    memcpy(target + 3 * i + 32, &xyz, 16);
  }
  return i;
}

__attribute__((target("ssse3"))) static inline size_t czimg_shuffle3_16(uint16_t *target, const uint16_t *r,
                                                                        const uint16_t *g, const uint16_t *b,
                                                                        size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    czimg_words x, y, z;
    memcpy(&x, r + i, 16);
    memcpy(&y, g + i, 16);
    memcpy(&z, b + i, 16);
    czimg_words xy = __builtin_shufflevector(x, y, 0, 8, 0, 1, 9, 0, 2, 10);
    czimg_words xyz = __builtin_shufflevector(xy, z, 0, 1, 8, 3, 4, 9, 6, 7);
    memcpy(target + 3 * i, &xyz, 16);
    xy = __builtin_shufflevector(x, y, 0, 3, 11, 0, 4, 12, 0, 5);
    xyz = __builtin_shufflevector(xy, z, 10, 1, 2, 11, 4, 5, 12, 7);
    memcpy(target + 3 * i + 8, &xyz, 16);
    xy = __builtin_shufflevector(x, y, 13, 0, 6, 14, 0, 7, 15, 0);
    xyz = __builtin_shufflevector(xy, z, 0, 13, 2, 3, 14, 5, 6, 15);
    memcpy(target + 3 * i + 16, &xyz, 16);
  }
  return i;
}
#endif

static inline void czimg_interleave_8(uint8_t *target, const uint8_t *const planes[4], int channels, size_t count) {
  const uint8_t *p0 = planes[0], *p1 = planes[1], *p2 = planes[2], *p3 = planes[3];
  size_t i = 0;
  switch (channels) {
  case 1: memcpy(target, p0, count); break;
  case 2: for (; i < count; i++) target[2 * i] = p0[i], target[2 * i + 1] = p1[i]; break;
  case 3:
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3")) i = czimg_shuffle3_8(target, p0, p1, p2, count);
#endif
    for (; i < count; i++) target[3 * i] = p0[i], target[3 * i + 1] = p1[i], target[3 * i + 2] = p2[i];
    break;
  default:
    for (; i < count; i++)
      target[4 * i] = p0[i], target[4 * i + 1] = p1[i], target[4 * i + 2] = p2[i], target[4 * i + 3] = p3[i];
  }
}

static inline void czimg_interleave_16(uint16_t *target, const uint16_t *const planes[4], int channels, size_t count) {
  const uint16_t *p0 = planes[0], *p1 = planes[1], *p2 = planes[2], *p3 = planes[3];
  size_t i = 0;
  switch (channels) {
  case 1: memcpy(target, p0, 2 * count); break;
  case 2: for (; i < count; i++) target[2 * i] = p0[i], target[2 * i + 1] = p1[i]; break;
  case 3:
#if defined(__x86_64__)
    if (__builtin_cpu_supports("ssse3")) i = czimg_shuffle3_16(target, p0, p1, p2, count);
#endif
    for (; i < count; i++) target[3 * i] = p0[i], target[3 * i + 1] = p1[i], target[3 * i + 2] = p2[i];
    break;
  default:
    for (; i < count; i++)
      target[4 * i] = p0[i], target[4 * i + 1] = p1[i], target[4 * i + 2] = p2[i], target[4 * i + 3] = p3[i];
  }
}

// ---- zimg outputs its rows through a callback; this is the callback's context.

typedef struct czimg_packing {
  czimg_stop stop;
  const uint8_t *planes[4];  // gray, gray and alpha, RGB, RGB and alpha, by the channels
  ptrdiff_t strides[4];
  unsigned masks[4];         // rows of a plane form a ring of this many, less one
  uint8_t *pixels;
  ptrdiff_t bytes_per_row;
  unsigned width, height;    // of the picture without its padding
  int channels;
  int bytes_per_sample;      // 1 or 2
} czimg_packing;

static inline void czimg_set_packed_plane(czimg_packing *packing, int plane, const void *data, ptrdiff_t stride,
                                          unsigned mask) {
  packing->planes[plane] = (const uint8_t *)data;
  packing->strides[plane] = stride;
  packing->masks[plane] = mask;
}

// A zimg_filter_graph_callback: interleaves columns left ..< right of one row.
static inline int czimg_pack_row(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_packing *packing = (const czimg_packing *)user;
  if (czimg_stops(&packing->stop, row)) return 1;
  if (right > packing->width) right = packing->width;
  if (row >= packing->height || left >= right) return 0;
  const size_t size = (size_t)packing->bytes_per_sample;
  const uint8_t *planes[4] = {0, 0, 0, 0};
  for (int i = 0; i < packing->channels; i++)
    planes[i] = packing->planes[i] + (ptrdiff_t)(row & packing->masks[i]) * packing->strides[i] + left * size;
  uint8_t *target = packing->pixels + (ptrdiff_t)row * packing->bytes_per_row + left * size * (size_t)packing->channels;
  if (size == 1) {
    czimg_interleave_8(target, planes, packing->channels, right - left);
  } else {
    const uint16_t *words[4];
    for (int i = 0; i < 4; i++) words[i] = (const uint16_t *)(const void *)planes[i];
    czimg_interleave_16((uint16_t *)(void *)target, words, packing->channels, right - left);
  }
  return 0;
}

#endif
