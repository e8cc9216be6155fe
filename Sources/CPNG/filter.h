#ifndef CPNG_FILTER_H
#define CPNG_FILTER_H

#include "cpng.h"

// The state to filter rows one after the other.
struct filter {
  const cpng_image *image;
  // Bytes in a row of pixels, and in a pixel.
  size_t row_bytes, pixel_bytes;
  int kind;
  uint32_t next;
  const uint8_t *above;
  // Two rows in the file's byte order (16 bits), two rows to compare filters with; the first is also the row above the
  // picture, all zero.
  uint8_t *memory, *swapped[2], *candidates[2];
};

// Starts at the first row. Returns NULL or an error message.
const char *filter_start(struct filter *filter, const cpng_image *image, int kind);

// Goes to another row of the picture; only directly after filter_start.
void filter_go_to(struct filter *filter, uint32_t row);

// Bytes of a row with its filter type.
static inline size_t filter_line(const struct filter *filter) { return filter->row_bytes + 1; }

// Filters the next row into filter_line bytes.
void filter_next(struct filter *filter, uint8_t *line);

void filter_end(struct filter *filter);

#endif
