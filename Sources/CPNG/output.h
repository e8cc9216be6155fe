#ifndef CPNG_OUTPUT_H
#define CPNG_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A growing buffer of bytes.
struct output {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  // Asked before each block whether to stop; NULL for never.
  int (*stop)(void *context);
  void *context;
  int is_stopped;
};

// Makes room for `more` bytes after the last, a block of them; 0 when out of memory, or when it is stopped.
static inline int make_room(struct output *output, size_t more) {
  if (output->stop != NULL && output->stop(output->context) != 0) {
    output->is_stopped = 1;
    return 0;
  }
  if (output->capacity - output->count >= more) return 1;
  size_t least, wanted;
  if (__builtin_add_overflow(output->count, more, &least)) return 0;
  if (__builtin_add_overflow(least, output->capacity / 2, &wanted)) wanted = least;
  uint8_t *bytes = realloc(output->bytes, wanted);
  if (bytes == NULL) return 0;
  output->bytes = bytes;
  output->capacity = wanted;
  return 1;
}

// The message when there is no memory; also when the output is stopped, which `is_stopped` tells apart.
extern const char cpng_no_memory[];

// Adler-32 (RFC 1950, 8.2) continued over more bytes.
uint32_t cpng_adler(uint32_t sum, const uint8_t *bytes, size_t count);

#endif
