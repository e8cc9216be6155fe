// Converts rows of R'G'B' or gray, as floats, to samples of sRGB, or rounds them without conversion. This runs once per
// pixel. The curves come as tables, which Swift code (Rendering) builds and documents.
#ifndef FRAMEGRAB_CZIMG_RENDERING_H
#define FRAMEGRAB_CZIMG_RENDERING_H

#include "zimg.h"

// ---- Tables. A curve over equal steps, or over equal steps in each octave, with one more entry for interpolation.
// Indices are computed for a whole run of samples before entries are read, so that the former is vectorised.

enum {
  CZIMG_RUN = 128,
  CZIMG_CURVE_STEPS = 16384, // from 0 to 1: a power of two, so that a float times it is exact
};

typedef struct czimg_octaves {
  const float *entries;
  float low, high;         // powers of two; values outside are clamped to these
  int step_bits;           // an octave has two to this power of steps
} czimg_octaves;

static inline void czimg_read_entries(const float *entries, const int32_t *steps, const float *parts, float *target,
                                      size_t count) {
  for (size_t i = 0; i < count; i++) {
    const float *entry = entries + steps[i];
    target[i] = entry[0] + parts[i] * (entry[1] - entry[0]);
  }
}

// NaN compares false and becomes the low end.
static inline float czimg_inside(float value, float low, float high) {
  value = value > low ? value : low;
  return value < high ? value : high;
}

// A curve over equal steps from 0 to 1; values outside are clamped to these.
static inline void czimg_read_curve(const float *entries, const float *source, float *target, size_t count) {
  int32_t steps[CZIMG_RUN];
  float parts[CZIMG_RUN];
  for (size_t i = 0; i < count; i++) {
    const float place = czimg_inside(source[i], 0, 1) * CZIMG_CURVE_STEPS;
    steps[i] = (int32_t)place;
    parts[i] = place - (float)steps[i];
  }
  czimg_read_entries(entries, steps, parts, target, count);
}

static inline void czimg_read_octaves(const czimg_octaves *octaves, const float *source, float *target, size_t count) {
  const float low = octaves->low, high = octaves->high;
  int32_t steps[CZIMG_RUN], first;
  float parts[CZIMG_RUN];
  memcpy(&first, &low, sizeof first);
  // The first bits of the fraction choose the step, the rest are the position within it.
  const int shift = 23 - octaves->step_bits;
  const int32_t below = (1 << shift) - 1;
  const float unit = 1.0f / (float)(1 << shift);
  for (size_t i = 0; i < count; i++) {
    const float inside = czimg_inside(source[i], low, high);
    int32_t bits;
    memcpy(&bits, &inside, sizeof bits);
    steps[i] = (bits - first) >> shift;
    parts[i] = (float)(bits & below) * unit;
  }
  czimg_read_entries(octaves->entries, steps, parts, target, count);
}

// ---- One picture's conversion.

enum {
  CZIMG_ALONE,             // `samples` gives codes of sRGB: each channel is converted by itself
  CZIMG_MIXED,             // `samples` gives light of the display, 1 for white
  CZIMG_TONED,             // the same, above 1 too, to be mapped to at most 1 by `tones`
  CZIMG_SCENE,             // `samples` gives light of the scene (HLG), which `system` first turns into a display's
};

typedef struct czimg_rendering {
  czimg_packing packing;   // its planes hold floats, except alpha's
  int colors;              // 1 for gray, 3 for RGB
  int kind;
  const float *samples;    // the curve of `kind`
  czimg_octaves codes;     // light to codes of sRGB, above its straight part
  czimg_octaves tones;     // light to the factor to multiply it by
  czimg_octaves system;    // luminance of the scene to the factor for its light
  float weights[3];        // luminance of red, green and blue
  float whites[3];         // what equal red, green and blue become: 1 where white stays white
  float mix[6];            // weights of red − green and blue − green in each of the new red, green and blue
} czimg_rendering;

static inline void czimg_store_run(void *target, size_t place, size_t channels, int bytes, const float *codes,
                                   size_t count) {
  uint8_t *small = (uint8_t *)target + place;
  uint16_t *large = (uint16_t *)target + place;
  if (bytes == 1) for (size_t i = 0; i < count; i++) small[i * channels] = (uint8_t)(int32_t)(codes[i] * 255.0f + 0.5f);
  else for (size_t i = 0; i < count; i++) large[i * channels] = (uint16_t)(int32_t)(codes[i] * 65535.0f + 0.5f);
}

// Tone-maps the light of a run: all three colours by the same factor, which the greatest of them determines.
static inline void czimg_tone_run(const czimg_rendering *r, float light[3][CZIMG_RUN], size_t count) {
  float scales[CZIMG_RUN], most[CZIMG_RUN], tones[CZIMG_RUN];
  if (r->kind == CZIMG_SCENE) {
    float luminance[CZIMG_RUN];
    for (size_t i = 0; i < count; i++)
      luminance[i] = r->weights[0] * light[0][i] + r->weights[1] * light[1][i] + r->weights[2] * light[2][i];
    czimg_read_octaves(&r->system, luminance, scales, count);
    for (size_t i = 0; i < count; i++) scales[i] = luminance[i] < r->system.low ? 0 : scales[i];
  } else {
    for (size_t i = 0; i < count; i++) scales[i] = 1;
  }
  for (size_t i = 0; i < count; i++) {
    const float more = light[0][i] > light[1][i] ? light[0][i] : light[1][i];
    most[i] = scales[i] * (light[2][i] > more ? light[2][i] : more);
  }
  czimg_read_octaves(&r->tones, most, tones, count);
  for (size_t i = 0; i < count; i++) {
    const float scale = scales[i] * tones[i];
    light[0][i] *= scale;
    light[1][i] *= scale;
    light[2][i] *= scale;
  }
}

// Mixes only the differences of red and blue from green, so that gray stays exactly gray.
static inline void czimg_mix_run(const czimg_rendering *r, int color, float light[3][CZIMG_RUN], float *target,
                                 size_t count) {
  const float white = r->whites[color], red = r->mix[2 * color], blue = r->mix[2 * color + 1];
  for (size_t i = 0; i < count; i++)
    target[i] = white * light[1][i] + red * (light[0][i] - light[1][i]) + blue * (light[2][i] - light[1][i]);
}

static inline void czimg_code_run(const czimg_rendering *r, const float *light, float *codes, size_t count) {
  czimg_read_octaves(&r->codes, light, codes, count);
  // IEC 61966-2-1 is linear up to 0.0031308, and the table starts at 1/512.
  for (size_t i = 0; i < count; i++) {
    const float straight = 12.92f * (light[i] > 0 ? light[i] : 0);
    codes[i] = light[i] < 0x1p-9f ? straight : codes[i];
  }
}

static inline void czimg_render_run(const czimg_rendering *r, const float *const source[3], void *target,
                                    size_t channels, int bytes, size_t count) {
  float light[3][CZIMG_RUN], mixed[CZIMG_RUN], codes[CZIMG_RUN];
  // Gray is treated as three equal colours where all three are needed.
  const int lights = r->kind == CZIMG_ALONE ? r->colors : 3;
  for (int color = 0; color < lights; color++) czimg_read_curve(r->samples, source[color], light[color], count);
  if (r->kind == CZIMG_TONED || r->kind == CZIMG_SCENE) czimg_tone_run(r, light, count);
  for (int color = 0; color < r->colors; color++) {
    if (r->kind == CZIMG_ALONE) {
      // Clipped here and not in the table, which cannot represent a clip between two entries.
      for (size_t i = 0; i < count; i++) codes[i] = czimg_inside(light[color][i], 0, 1);
    } else {
      czimg_mix_run(r, color, light, mixed, count);
      czimg_code_run(r, mixed, codes, count);
    }
    czimg_store_run(target, (size_t)color, channels, bytes, codes, count);
  }
}

static inline void czimg_store_alpha(void *target, size_t channels, int bytes, const uint8_t *alpha, size_t count) {
  uint8_t *small = (uint8_t *)target + channels - 1;
  uint16_t *large = (uint16_t *)target + channels - 1;
  const uint16_t *words = (const uint16_t *)(const void *)alpha;
  if (bytes == 1) for (size_t i = 0; i < count; i++) small[i * channels] = alpha[i];
  else for (size_t i = 0; i < count; i++) large[i * channels] = words[i];
}

// A zimg_filter_graph_callback: converts and interleaves columns left ..< right of one row.
static inline int czimg_render_row(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_rendering *r = (const czimg_rendering *)user;
  const czimg_packing *packing = &r->packing;
  if (czimg_stops(&packing->stop, row)) return 1;
  if (right > packing->width) right = packing->width;
  if (row >= packing->height || left >= right) return 0;
  const uint8_t *planes[4] = {0, 0, 0, 0};
  for (int i = 0; i < packing->channels; i++)
    planes[i] = packing->planes[i] + (ptrdiff_t)(row & packing->masks[i]) * packing->strides[i];
  const int bytes = packing->bytes_per_sample;
  const size_t channels = (size_t)packing->channels, pixel = channels * (size_t)bytes;
  uint8_t *target = packing->pixels + (ptrdiff_t)row * packing->bytes_per_row;
  if (packing->channels > r->colors)
    czimg_store_alpha(target + left * pixel, channels, bytes, planes[r->colors] + left * (size_t)bytes, right - left);
  for (size_t start = left; start < right; start += CZIMG_RUN) {
    const float *source[3];
    for (int i = 0; i < 3; i++) source[i] = (const float *)(const void *)planes[i < r->colors ? i : 0] + start;
    czimg_render_run(r, source, target + start * pixel, channels, bytes,
                     right - start < CZIMG_RUN ? right - start : CZIMG_RUN);
  }
  return 0;
}

// ---- Floats that are only rounded and packed: a field's samples, which must not be clipped before interpolation.

// Half to even, as zimg itself rounds; NaN becomes 0.
static inline uint32_t czimg_rounded(float value, float top) {
  return value > 0 ? (value < 1 ? (uint32_t)__builtin_rintf(value * top) : (uint32_t)top) : 0;
}

// A zimg_filter_graph_callback like czimg_pack_row, whose planes are floats, except opacity.
static inline int czimg_pack_float_row(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_packing *packing = (const czimg_packing *)user;
  if (czimg_stops(&packing->stop, row)) return 1;
  if (right > packing->width) right = packing->width;
  if (row >= packing->height || left >= right) return 0;
  const size_t channels = (size_t)packing->channels, size = (size_t)packing->bytes_per_sample;
  const size_t colors = channels % 2 == 0 ? channels - 1 : channels;
  const float top = size == 1 ? 255.0f : 65535.0f;
  uint8_t *bytes = packing->pixels + (ptrdiff_t)row * packing->bytes_per_row;
  uint16_t *words = (uint16_t *)(void *)bytes;
  for (size_t c = 0; c < channels; c++) {
    const uint8_t *plane = packing->planes[c] + (ptrdiff_t)(row & packing->masks[c]) * packing->strides[c];
    const float *values = (const float *)(const void *)plane;
    if (c == colors)
      czimg_store_alpha(bytes + left * channels * size, channels, (int)size, plane + left * size, right - left);
    else if (size == 1)
      for (size_t x = left; x < right; x++) bytes[x * channels + c] = (uint8_t)czimg_rounded(values[x], top);
    else
      for (size_t x = left; x < right; x++) words[x * channels + c] = (uint16_t)czimg_rounded(values[x], top);
  }
  return 0;
}

#endif
