// Rows of R'G'B' or gray, as floats, to samples of sRGB: what runs once a pixel when colours are converted. The curves
// come in tables, which are made where they are explained.
#ifndef FRAMEGRAB_CZIMG_RENDERING_H
#define FRAMEGRAB_CZIMG_RENDERING_H

#include "zimg.h"

// ---- Integer codes to floats: black 0 and white 1, differences around 0.

static inline void czimg_scale_codes(float *target, const void *source, int source_bytes, size_t count, double offset,
                                     double factor) {
  const uint8_t *bytes = (const uint8_t *)source;
  const uint16_t *words = (const uint16_t *)source;
  if (source_bytes == 1) for (size_t i = 0; i < count; i++) target[i] = (float)((bytes[i] - offset) * factor);
  else for (size_t i = 0; i < count; i++) target[i] = (float)((words[i] - offset) * factor);
}

// ---- Tables. A curve over equal steps, or over 256 steps to each octave, with one entry more than is ever begun with.

typedef struct czimg_curve {
  const float *entries;
  double low, high;        // what lies outside, or is no number, counts as the end
  double steps_per_unit;
} czimg_curve;

static inline float czimg_curve_at(const czimg_curve *curve, float value) {
  // What is no number compares false and becomes the low end.
  double inside = value > curve->low ? (value < curve->high ? value : curve->high) : curve->low;
  double place = (inside - curve->low) * curve->steps_per_unit;
  int step = (int)place;
  const float *entry = curve->entries + step;
  return entry[0] + (float)(place - step) * (entry[1] - entry[0]);
}

typedef struct czimg_octaves {
  const float *entries;
  float low, high;         // powers of two; what lies outside counts as the end
} czimg_octaves;

static inline float czimg_octaves_at(const czimg_octaves *octaves, float value) {
  float inside = value > octaves->low ? (value < octaves->high ? value : octaves->high) : octaves->low;
  uint32_t bits, first;
  memcpy(&bits, &inside, sizeof bits);
  memcpy(&first, &octaves->low, sizeof first);
  // Eight bits of the fraction choose the step, the fifteen below tell how far into it.
  const float *entry = octaves->entries + ((bits - first) >> 15);
  return entry[0] + (float)(int32_t)(bits & 0x7fff) * 0x1p-15f * (entry[1] - entry[0]);
}

// ---- One picture's conversion.

enum {
  CZIMG_ALONE,      // `samples` gives codes of sRGB: each channel goes its own way
  CZIMG_MIXED,      // `samples` gives light of the display, 1 for white
  CZIMG_TONED,      // the same, above 1 too, to be brought below it by `tones`
  CZIMG_SCENE,      // `samples` gives light of the scene (HLG), to be brought to a display by `system` first
};

typedef struct czimg_rendering {
  czimg_packing packing;   // its planes hold floats, except alpha's
  int colors;              // 1 for gray, 3 for RGB
  int kind;
  czimg_curve samples;
  czimg_octaves codes;     // light to codes of sRGB, above its straight part
  czimg_octaves tones;     // light to what it is multiplied by
  czimg_octaves system;    // luminance of the scene to what its light is multiplied by
  double weights[3];       // luminance of red, green and blue
  double whites[3];        // what equal red, green and blue become: 1 where white stays white
  double mix[6];           // red and blue, less green, in each of the new red, green and blue
} czimg_rendering;

static inline float czimg_srgb_code(const czimg_rendering *r, double light) {
  float value = light > 0 ? (light < 1 ? (float)light : 1.0f) : 0.0f;
  // IEC 61966-2-1 is straight up to 0.0031308; the table starts at 1/512.
  return value < 0x1p-9f ? 12.92f * value : czimg_octaves_at(&r->codes, value);
}

static inline void czimg_store(void *target, size_t place, int bytes, float code) {
  if (bytes == 1) ((uint8_t *)target)[place] = (uint8_t)(int)(code * 255.0f + 0.5f);
  else ((uint16_t *)target)[place] = (uint16_t)(int)(code * 65535.0f + 0.5f);
}

__attribute__((always_inline)) static inline void czimg_render_mixed(const czimg_rendering *r, const float *const in[3],
                                                                     void *target, size_t count, const int kind,
                                                                     const int bytes, const size_t channels) {
  for (size_t i = 0; i < count; i++) {
    double red = czimg_curve_at(&r->samples, in[0][i]);
    double green = czimg_curve_at(&r->samples, in[1][i]);
    double blue = czimg_curve_at(&r->samples, in[2][i]);
    if (kind != CZIMG_MIXED) {
      double scale = 1;
      if (kind == CZIMG_SCENE) {
        const float luminance = (float)(r->weights[0] * red + r->weights[1] * green + r->weights[2] * blue);
        scale = luminance < r->system.low ? 0 : czimg_octaves_at(&r->system, luminance);
      }
      double most = red > green ? red : green;
      if (blue > most) most = blue;
      scale *= czimg_octaves_at(&r->tones, (float)(scale * most));
      red *= scale;
      green *= scale;
      blue *= scale;
    }
    // What is mixed is only how red and blue differ from green, so that gray stays gray exactly.
    const double from_red = red - green, from_blue = blue - green;
    czimg_store(target, i * channels, bytes,
                czimg_srgb_code(r, r->whites[0] * green + r->mix[0] * from_red + r->mix[1] * from_blue));
    czimg_store(target, i * channels + 1, bytes,
                czimg_srgb_code(r, r->whites[1] * green + r->mix[2] * from_red + r->mix[3] * from_blue));
    czimg_store(target, i * channels + 2, bytes,
                czimg_srgb_code(r, r->whites[2] * green + r->mix[4] * from_red + r->mix[5] * from_blue));
  }
}

__attribute__((always_inline)) static inline void czimg_render_pixels(const czimg_rendering *r,
                                                                      const float *const in[3], const void *alpha,
                                                                      void *target, size_t count, const int bytes) {
  const size_t channels = (size_t)r->packing.channels;
  if (alpha) {
    const size_t last = channels - 1;
    if (bytes == 1) for (size_t i = 0; i < count; i++)
      ((uint8_t *)target)[i * channels + last] = ((const uint8_t *)alpha)[i];
    else for (size_t i = 0; i < count; i++)
      ((uint16_t *)target)[i * channels + last] = ((const uint16_t *)alpha)[i];
  }
  switch (r->kind) {
  case CZIMG_MIXED: czimg_render_mixed(r, in, target, count, CZIMG_MIXED, bytes, channels); break;
  case CZIMG_TONED: czimg_render_mixed(r, in, target, count, CZIMG_TONED, bytes, channels); break;
  case CZIMG_SCENE: czimg_render_mixed(r, in, target, count, CZIMG_SCENE, bytes, channels); break;
  default:
    for (int color = 0; color < r->colors; color++)
      for (size_t i = 0; i < count; i++)
        czimg_store(target, i * channels + (size_t)color, bytes, czimg_curve_at(&r->samples, in[color][i]));
  }
}

// A zimg_filter_graph_callback: converts and interleaves columns left ..< right of one row.
static inline int czimg_render_row(void *user, unsigned row, unsigned left, unsigned right) {
  const czimg_rendering *r = (const czimg_rendering *)user;
  const czimg_packing *packing = &r->packing;
  if (right > packing->width) right = packing->width;
  if (row >= packing->height || left >= right) return 0;
  const uint8_t *planes[4] = {0, 0, 0, 0};
  for (int i = 0; i < packing->channels; i++)
    planes[i] = packing->planes[i] + (ptrdiff_t)(row & packing->masks[i]) * packing->strides[i];
  const size_t size = (size_t)packing->bytes_per_sample;
  const float *in[3];
  for (int i = 0; i < 3; i++) in[i] = (const float *)(const void *)planes[i < r->colors ? i : 0] + left;
  const uint8_t *alpha = packing->channels > r->colors ? planes[r->colors] + left * size : NULL;
  uint8_t *target = packing->pixels + (ptrdiff_t)row * packing->bytes_per_row + left * size * (size_t)packing->channels;
  if (size == 1) czimg_render_pixels(r, in, alpha, target, right - left, 1);
  else czimg_render_pixels(r, in, alpha, target, right - left, 2);
  return 0;
}

#endif
