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
};

// Makes room for `more` bytes after the last; 0 when out of memory.
static inline int make_room(struct output *output, size_t more) {
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

// Adler-32 (RFC 1950, 8.2) continued over more bytes.
uint32_t cpng_adler(uint32_t sum, const uint8_t *bytes, size_t count);

#endif
