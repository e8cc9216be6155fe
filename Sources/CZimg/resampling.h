// Converts rows of a bitmap to planes of light, multiplied by opacity, and back: zimg's input and output when
// resampling.
#ifndef FRAMEGRAB_CZIMG_RESAMPLING_H
#define FRAMEGRAB_CZIMG_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "zimg.h"

// A circular buffer of rows of floats; plane 3 is opacity, and gray uses plane 0 only besides.
typedef struct czimg_light_ring {
  uint8_t *planes[4];
  ptrdiff_t stride;
  unsigned mask;
} czimg_light_ring;

static inline void czimg_set_ring_plane(czimg_light_ring *ring, int plane, void *start) {
  ring->planes[plane] = (uint8_t *)start;
}

static inline float *czimg_ring_row(const czimg_light_ring *ring, int plane, unsigned row) {
  return (float *)(void *)(ring->planes[plane] + (ptrdiff_t)(row & ring->mask) * ring->stride);
}

static inline void czimg_set_source_ring(zimg_image_buffer_const *buffer, czimg_light_ring ring) {
  for (int i = 0; i < 4; i++) {
    buffer->plane[i].data = ring.planes[i];
    buffer->plane[i].stride = ring.stride;
    buffer->plane[i].mask = ring.mask;
  }
}

static inline void czimg_set_target_ring(zimg_image_buffer *buffer, czimg_light_ring ring) {
  for (int i = 0; i < 4; i++) {
    buffer->plane[i].data = ring.planes[i];
    buffer->plane[i].stride = ring.stride;
    buffer->plane[i].mask = ring.mask;
  }
}

typedef struct czimg_light_source {
  czimg_stop stop;
  czimg_light_ring ring;
  const uint8_t *pixels;
  ptrdiff_t bytes_per_row;
  int colors;            // 1 or 3
  int has_alpha;
  int bytes_per_sample;  // 1 or 2
  const float *light;    // of every code
} czimg_light_source;

// Divides instead of multiplying by a reciprocal, so that the greatest code gives exactly 1.
static inline float czimg_opacity(uint32_t code, int bytes_per_sample) {
  return (float)code / (bytes_per_sample == 1 ? 255.0f : 65535.0f);
}

// A zimg_filter_graph_callback: light of columns left ..< right of one row, multiplied by opacity.
static inline int czimg_read_light(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_light_source *source = (const czimg_light_source *)user;
  if (czimg_stops(&source->stop, row)) return 1;
  const uint8_t *bytes = source->pixels + (ptrdiff_t)row * source->bytes_per_row;
  const size_t channels = (size_t)(source->colors + source->has_alpha);
  const float *light = source->light;
  float *alpha = source->has_alpha ? czimg_ring_row(&source->ring, 3, row) : NULL;
  if (source->colors == 3 && !alpha && source->bytes_per_sample == 1) {
    float *r = czimg_ring_row(&source->ring, 0, row), *g = czimg_ring_row(&source->ring, 1, row);
    float *b = czimg_ring_row(&source->ring, 2, row);
    for (size_t x = left; x < right; x++)
      r[x] = light[bytes[3 * x]], g[x] = light[bytes[3 * x + 1]], b[x] = light[bytes[3 * x + 2]];
    return 0;
  }
  const uint16_t *words = (const uint16_t *)(const void *)bytes;
  if (alpha) {
    for (size_t x = left; x < right; x++) {
      const size_t at = x * channels + channels - 1;
      alpha[x] = czimg_opacity(source->bytes_per_sample == 1 ? bytes[at] : words[at], source->bytes_per_sample);
    }
  }
  for (int c = 0; c < source->colors; c++) {
    float *plane = czimg_ring_row(&source->ring, c, row);
    if (source->bytes_per_sample == 1)
      for (size_t x = left; x < right; x++) plane[x] = light[bytes[x * channels + (size_t)c]];
    else
      for (size_t x = left; x < right; x++) plane[x] = light[words[x * channels + (size_t)c]];
    if (alpha)
      for (size_t x = left; x < right; x++) plane[x] *= alpha[x];
  }
  return 0;
}

typedef struct czimg_light_target {
  czimg_stop stop;
  czimg_light_ring ring;
  uint8_t *pixels;
  ptrdiff_t bytes_per_row;
  unsigned width, height;
  int colors;
  int has_alpha;
  int bytes_per_sample;
  const float *thresholds;  // the least light of codes 1, 2, ... up to the greatest
  const uint32_t *starts;   // how many thresholds are at or below the least number of each bucket
} czimg_light_target;

// Floats with the same leading bits (exponent and the 8 bits after it) share a bucket. These are all buckets up to 1,
// and one more.
enum { CZIMG_BUCKET_SHIFT = 15, CZIMG_BUCKETS = (0x3f800000 >> 15) + 1 };

static inline float czimg_bucket_start(uint32_t bucket) {
  uint32_t bits = bucket << CZIMG_BUCKET_SHIFT;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// The code whose light is nearest in the bitmap's own scale; NaN becomes black.
static inline uint32_t czimg_code(const czimg_light_target *target, float light) {
  const uint32_t top = target->bytes_per_sample == 1 ? 0xff : 0xffff;
  if (!(light > 0)) return 0;
  if (light >= 1) return top;
  uint32_t bits;
  memcpy(&bits, &light, sizeof bits);
  const uint32_t bucket = bits >> CZIMG_BUCKET_SHIFT;
  uint32_t low = target->starts[bucket], high = target->starts[bucket + 1];
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (target->thresholds[middle] <= light) low = middle + 1;
    else high = middle;
  }
  return low;
}

static inline void czimg_put(const czimg_light_target *target, uint8_t *row, size_t sample, uint32_t code) {
  if (target->bytes_per_sample == 1) row[sample] = (uint8_t)code;
  else ((uint16_t *)(void *)row)[sample] = (uint16_t)code;
}

// A zimg_filter_graph_callback: codes of columns left ..< right of one row; colour is divided by opacity again.
static inline int czimg_write_light(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_light_target *target = (const czimg_light_target *)user;
  if (czimg_stops(&target->stop, row)) return 1;
  if (right > target->width) right = target->width;
  if (row >= target->height) return 0;
  uint8_t *bytes = target->pixels + (ptrdiff_t)row * target->bytes_per_row;
  const size_t channels = (size_t)(target->colors + target->has_alpha);
  const float top = target->bytes_per_sample == 1 ? 255.0f : 65535.0f;
  const float *alpha = target->has_alpha ? czimg_ring_row(&target->ring, 3, row) : NULL;
  for (int c = 0; c < target->colors; c++) {
    const float *plane = czimg_ring_row(&target->ring, c, row);
    for (size_t x = left; x < right; x++) {
      uint32_t code = 0;
      // A fully transparent pixel has no colour: it becomes black.
      if (!alpha) code = czimg_code(target, plane[x]);
      else if (alpha[x] * top >= 0.5f) code = czimg_code(target, plane[x] / alpha[x]);
      czimg_put(target, bytes, x * channels + (size_t)c, code);
    }
  }
  if (alpha) {
    for (size_t x = left; x < right; x++) {
      const float opacity = alpha[x] > 0 ? (alpha[x] < 1 ? alpha[x] : 1.0f) : 0.0f;
      czimg_put(target, bytes, x * channels + channels - 1, (uint32_t)(opacity * top + 0.5f));
    }
  }
  return 0;
}

#endif
