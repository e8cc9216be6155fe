#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

// One PNG file per call of cpng_write. libpng leaves its own functions by longjmp when something fails; every such
// jump starts and lands inside cpng_write, so that no caller in another language is ever jumped over.

#pragma clang assume_nonnull begin

// Bytes in each message buffer, the final NUL included; longer messages are cut.
#define CPNG_MESSAGE_SIZE 200

// Row filters, to be combined with |. Several: libpng picks one per row.
#define CPNG_FILTER_NONE 0x08
#define CPNG_FILTER_SUB 0x10
#define CPNG_FILTER_UP 0x20
#define CPNG_FILTER_AVERAGE 0x40
#define CPNG_FILTER_PAETH 0x80
#define CPNG_FILTER_ALL 0xF8

// zlib's deflate strategies.
#define CPNG_STRATEGY_DEFAULT 0
#define CPNG_STRATEGY_FILTERED 1
#define CPNG_STRATEGY_HUFFMAN_ONLY 2
#define CPNG_STRATEGY_RLE 3

typedef enum cpng_status {
  // The whole file went to the sink.
  CPNG_WRITTEN = 0,
  // The sink returned something other than zero.
  CPNG_STOPPED = 1,
  // libpng gave up, or an argument cannot be written: see the error message.
  CPNG_FAILED = 2,
} cpng_status;

// What to write. Nothing is kept after the call.
typedef struct cpng_image {
  uint32_t width;
  uint32_t height;
  // 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
  int channels;
  // 8, or 16 in native byte order.
  int bit_depth;
  // height rows, each bytes_per_row after the one before.
  const void *pixels;
  size_t bytes_per_row;
  // Chunks to put between IHDR and IDAT, in order, without gaps: each is its length (four bytes, most significant
  // first), its name (four letters) and its content. Checksums are added here.
  const uint8_t *_Nullable chunks;
  size_t chunks_size;
} cpng_image;

// How to compress. Pixels never change.
typedef struct cpng_coding {
  // zlib's level, 1 to 9.
  int level;
  // CPNG_STRATEGY_…
  int strategy;
  // CPNG_FILTER_…
  int filters;
} cpng_coding;

// Takes the next bytes of the file. Anything but zero stops the writing: the sink is not called again.
typedef int (*cpng_sink)(void *_Nullable context, const uint8_t *bytes, size_t count);

// Writes one PNG file. Both messages are NUL-terminated, and empty when there is nothing to say; warnings are joined
// with "; ". Nothing is printed.
cpng_status cpng_write(const cpng_image *image, const cpng_coding *coding, cpng_sink sink, void *_Nullable context,
                       char *error_message, char *warnings);

// The version of libpng's header at build time, and of the library that is loaded.
const char *cpng_built_version(void);
const char *cpng_running_version(void);

#pragma clang assume_nonnull end

#endif
