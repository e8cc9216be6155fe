#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>
#include <stdint.h>

// A PNG file in two steps: cpng_compress makes the content of IDAT, in one piece or in several that may be made in
// parallel, and cpng_write writes the file around it. libpng leaves its own functions by longjmp when something fails;
// every such jump starts and lands inside cpng_write, so that it never jumps over stack frames of a caller in another
// language. There is no state between calls, so that any number may run in parallel.

#pragma clang assume_nonnull begin

// Bytes in each message buffer, the final NUL included; longer messages are truncated.
#define CPNG_MESSAGE_SIZE 200

// The most bytes of a piece in one chunk; each chunk has its own checksum.
#define CPNG_CHUNK_SIZE (1 << 20)

// Row filters (PNG, 9.2): one for all rows, or for each row the one that seems to compress best.
#define CPNG_FILTER_NONE 0
#define CPNG_FILTER_SUB 1
#define CPNG_FILTER_UP 2
#define CPNG_FILTER_AVERAGE 3
#define CPNG_FILTER_PAETH 4
#define CPNG_FILTER_SMALLEST 5

// Coders of the deflate format, which give the same bytes on every machine.
typedef enum cpng_coder {
  // For photographs: runs of a byte and Huffman codes, nothing else; level 0.
  CPNG_RUNS = 0,
  // For drawings: matches one pixel or one row back, or anywhere in the window; levels 1 to 3.
  CPNG_LZ = 1,
} cpng_coder;

typedef enum cpng_status {
  // The whole file was passed to the sink, or the whole piece was made.
  CPNG_WRITTEN = 0,
  // The sink, or the question whether to stop, returned something other than zero.
  CPNG_STOPPED = 1,
  // libpng or a coder failed, or an argument is invalid: see the error message.
  CPNG_FAILED = 2,
  // There is not enough memory.
  CPNG_NO_MEMORY = 3,
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
  // Chunks to write between IHDR and IDAT, in order, without gaps: each is its length (four bytes, most significant
  // first), its name (four letters) and its content. Checksums are added here.
  const uint8_t *_Nullable chunks;
  size_t chunks_size;
} cpng_image;

// How to compress; this is always lossless.
typedef struct cpng_coding {
  cpng_coder coder;
  int level;
  // CPNG_FILTER_…
  int filter;
} cpng_coding;

// Filtered and compressed rows: all of a picture's or some, ending at a whole byte so that the next piece can follow.
// Allocated with malloc by cpng_compress, freed by cpng_release, after which `bytes` is NULL.
typedef struct cpng_piece {
  // A deflate stream (RFC 1951), or a piece of one.
  uint8_t *_Nullable bytes;
  size_t count;
  // Adler-32 of the filtered rows (RFC 1950, 8.2), and how many bytes these are.
  uint32_t checksum;
  size_t length;
  // Whether it contains the last row, so that no piece can follow.
  int ends_stream;
} cpng_piece;

// Takes the next bytes of the file. Any result but zero stops the writing: the sink is not called again.
typedef int (*cpng_sink)(void *_Nullable context, const uint8_t *bytes, size_t count);

// Asked between blocks of some 64 KiB whether to stop; any result but zero means yes.
typedef int (*cpng_stop)(void *_Nullable context);

// Filters and compresses `rows` rows from `first` on. The message is NUL-terminated, and empty on success.
cpng_status cpng_compress(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                          cpng_piece *piece, char *error_message);

// The same, unless `stop`, which gets the context, says so meanwhile.
cpng_status cpng_compress_unless(const cpng_image *image, const cpng_coding *coding, uint32_t first, uint32_t rows,
                                 cpng_stop _Nullable stop, void *_Nullable context, cpng_piece *piece,
                                 char *error_message);

// Frees the piece's memory and leaves it empty.
void cpng_release(cpng_piece *piece);

// Writes one PNG file around the pieces of its rows, in order. Both messages are NUL-terminated, and empty when there
// is none; warnings are joined with "; ". Nothing is printed.
cpng_status cpng_write(const cpng_image *image, const cpng_piece *pieces, size_t count, cpng_sink sink,
                       void *_Nullable context, char *error_message, char *warnings);

// The version of libpng's header at build time, and of the library that is loaded.
const char *cpng_built_version(void);
const char *cpng_running_version(void);

#pragma clang assume_nonnull end

#endif
