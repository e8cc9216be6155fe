#include "cpng.h"
#include "filter.h"
#include "output.h"
#include "packer.h"

#include <stdio.h>

// Filtered bytes that are handed on together, so that they are still in the processor's cache: at least one row.
enum { band_size = 1 << 17 };

static const char *pack_rows(struct filter *filter, struct packer *packer, uint32_t rows, uint32_t *checksum) {
  const size_t line = filter_line(filter);
  size_t band = packer_takes_all_at_once(packer) ? rows : line < band_size ? band_size / line : 1;
  if (band > rows) band = rows;
  size_t size;
  uint8_t *lines = __builtin_mul_overflow(band, line, &size) ? NULL : malloc(size);
  if (lines == NULL) return "there is not enough memory for filtered rows";
  const char *fault = NULL;
  while (rows > 0 && fault == NULL) {
    if (band > rows) band = rows;
    for (size_t y = 0; y < band; y++) filter_next(filter, lines + y * line);
    rows -= (uint32_t)band;
    *checksum = cpng_adler(*checksum, lines, band * line);
    fault = packer_add(packer, lines, band * line, rows == 0);
  }
  free(lines);
  return fault;
}

static const char *make_stream(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                               struct output *output) {
  if (rows == 0 || first >= image->height || rows > image->height - first)
    return "the rows are not in the picture";
  struct filter filter;
  struct packer packer;
  uint32_t checksum = 1;
  const char *fault = filter_start(&filter, image, coding->filter, first);
  if (fault == NULL) {
    fault = packer_start(&packer, coding, output);
    // Deflate with a window of 32 KiB; the level's two bits say nothing to a reader.
    if (fault == NULL && !make_room(output, 2)) fault = "there is not enough memory to compress";
    if (fault == NULL) {
      append_byte(output, 0x78);
      append_byte(output, 0x01);
      fault = pack_rows(&filter, &packer, rows, &checksum);
    }
    packer_end(&packer);
  }
  filter_end(&filter);
  if (fault == NULL && !make_room(output, 4)) fault = "there is not enough memory to compress";
  if (fault != NULL) return fault;
  for (int shift = 24; shift >= 0; shift -= 8) append_byte(output, (uint8_t)(checksum >> shift));
  return NULL;
}

cpng_status cpng_compress(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                          cpng_stream *stream, char *error_message) {
  error_message[0] = 0;
  struct output output = {NULL, 0, 0};
  const char *fault = make_stream(image, coding, first, rows, &output);
  if (fault != NULL) {
    snprintf(error_message, CPNG_MESSAGE_SIZE, "%s", fault);
    free(output.bytes);
    output = (struct output){NULL, 0, 0};
  }
  *stream = (cpng_stream){output.bytes, output.count};
  return fault == NULL ? CPNG_WRITTEN : CPNG_FAILED;
}

void cpng_release(cpng_stream *stream) {
  free(stream->bytes);
  *stream = (cpng_stream){NULL, 0};
}
