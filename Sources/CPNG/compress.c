#include "cpng.h"
#include "filter.h"
#include "packer.h"
#include "references.h"

#include <stdio.h>

// Filtered bytes that are passed to the coder together while still in the processor's cache; at least one row.
enum { band_size = 1 << 17 };

const char cpng_no_memory[] = "there is not enough memory to compress";

// Filters rows and packs them, band by band.
struct work {
  struct filter filter;
  struct packer packer;
  // A band, preceded by as much of the previous band as a reference can reach.
  uint8_t *memory, *lines;
  // Rows in a band, and bytes kept before it.
  size_t band, history;
};

static const char *pack(struct work *work, uint32_t rows, enum ending ending, cpng_piece *piece) {
  const size_t line = filter_line(&work->filter);
  const char *fault = NULL;
  while (rows > 0 && fault == NULL) {
    const size_t band = work->band < rows ? work->band : rows, count = band * line;
    for (size_t y = 0; y < band; y++) filter_next(&work->filter, work->lines + y * line);
    rows -= (uint32_t)band;
    piece->checksum = cpng_adler(piece->checksum, work->lines, count);
    piece->length += count;
    fault = packer_add(&work->packer, (struct lines){work->lines, count, work->history}, rows > 0 ? goes_on : ending);
    const size_t all = work->history + count;
    work->history = all < window_size ? all : window_size;
    memmove(work->lines - work->history, work->lines + count - work->history, work->history);
  }
  return fault;
}

static const char *start(struct work *work, const cpng_image *image, const cpng_coding *coding, uint32_t first,
                         uint32_t rows, struct output *output) {
  if (rows == 0 || first >= image->height || rows > image->height - first) return "the rows are not in the picture";
  const char *fault = filter_start(&work->filter, image, coding->filter);
  if (fault != NULL) return fault;
  const size_t line = filter_line(&work->filter);
  fault = packer_start(&work->packer, coding, work->filter.pixel_bytes, line, output);
  if (fault != NULL) return fault;
  work->band = line < band_size ? band_size / line : 1;
  if (work->band > rows) work->band = rows;
  size_t size;
  if (__builtin_mul_overflow(work->band, line, &size) || __builtin_add_overflow(size, (size_t)window_size, &size))
    return cpng_no_memory;
  work->memory = malloc(size);
  if (work->memory == NULL) return cpng_no_memory;
  work->lines = work->memory + window_size;
  // How many earlier rows fit in the window, for a coder that refers back.
  const size_t held = coding->coder == CPNG_LZ ? window_size / line : 0;
  const uint32_t before = first < held ? first : (uint32_t)held;
  filter_go_to(&work->filter, first - before);
  for (uint32_t left = before; left > 0; left--) filter_next(&work->filter, work->lines - left * line);
  work->history = before * line;
  packer_learn(&work->packer, work->lines - work->history, work->history);
  return NULL;
}

cpng_status cpng_compress(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                          cpng_piece *piece, char *error_message) {
  return cpng_compress_unless(image, coding, first, rows, NULL, NULL, piece, error_message);
}

cpng_status cpng_compress_unless(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                                 cpng_stop stop, void *context, cpng_piece *piece, char *error_message) {
  error_message[0] = 0;
  *piece = (cpng_piece){NULL, 0, 1, 0, 0};
  struct output output = {NULL, 0, 0, stop, context, 0};
  struct work work;
  memset(&work, 0, sizeof work);
  const char *fault = start(&work, image, coding, first, rows, &output);
  if (fault == NULL) {
    piece->ends_stream = first + rows == image->height;
    fault = pack(&work, rows, piece->ends_stream ? ends_stream : ends_piece, piece);
  }
  packer_end(&work.packer);
  filter_end(&work.filter);
  free(work.memory);
  if (fault != NULL) {
    snprintf(error_message, CPNG_MESSAGE_SIZE, "%s", fault);
    free(output.bytes);
    return output.is_stopped ? CPNG_STOPPED : fault == cpng_no_memory ? CPNG_NO_MEMORY : CPNG_FAILED;
  }
  // A growing buffer is up to half as large again as its content.
  uint8_t *fitting = realloc(output.bytes, output.count);
  piece->bytes = fitting != NULL ? fitting : output.bytes;
  piece->count = output.count;
  return CPNG_WRITTEN;
}

void cpng_release(cpng_piece *piece) {
  free(piece->bytes);
  piece->bytes = NULL;
  piece->count = 0;
}
