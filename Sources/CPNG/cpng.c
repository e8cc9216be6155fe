#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

// Lives in cpng_write's stack frame, outside the function that calls setjmp, so that its values survive longjmp.
struct writer {
  const cpng_image *image;
  const cpng_piece *pieces;
  size_t count;
  cpng_sink sink;
  void *context;
  char *error;
  char *warnings;
  png_structp png;
  png_infop info;
  int stopped;
};

static void append(char *message, const char *text) {
  size_t used = strlen(message);
  size_t room = CPNG_MESSAGE_SIZE - 1 - used;
  size_t count = strlen(text);
  if (count > room) count = room;
  memcpy(message + used, text, count);
  message[used + count] = 0;
}

static void on_error(png_structp png, png_const_charp text) {
  struct writer *writer = png_get_error_ptr(png);
  writer->error[0] = 0;
  append(writer->error, text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  struct writer *writer = png_get_error_ptr(png);
  if (writer->warnings[0] != 0) append(writer->warnings, "; ");
  append(writer->warnings, text);
}

static void on_bytes(png_structp png, png_bytep bytes, size_t count) {
  struct writer *writer = png_get_io_ptr(png);
  if (writer->sink(writer->context, bytes, count) != 0) {
    writer->stopped = 1;
    png_error(png, "the sink stopped the writing");
  }
}

// Without one, libpng flushes its io pointer as if it were a FILE.
static void on_flush(png_structp png) { (void)png; }

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Metadata is written as plain chunks rather than with png_set_cHRM, png_set_text and their like: those differ between
// libpng versions (cICP support, leaving out colours thought inconsistent), and these bytes do not.
static void write_chunks(png_structp png, const cpng_image *image) {
  const uint8_t *next = image->chunks;
  size_t left = next == NULL ? 0 : image->chunks_size;
  while (left > 0) {
    if (left < 8 || big_endian(next) > left - 8) png_error(png, "the list of chunks is cut short");
    size_t count = big_endian(next);
    png_byte name[5] = {next[4], next[5], next[6], next[7], 0};
    png_write_chunk(png, name, next + 8, count);
    next += 8 + count;
    left -= 8 + count;
  }
}

// Whether the pieces are exactly the whole picture, and only the last one ends the stream.
static int are_whole(const struct writer *writer) {
  const cpng_image *image = writer->image;
  size_t line, left;
  if (__builtin_mul_overflow((size_t)image->width, (size_t)(image->channels * image->bit_depth / 8), &line) ||
      __builtin_add_overflow(line, (size_t)1, &line) || __builtin_mul_overflow(line, (size_t)image->height, &left))
    return 0;
  for (size_t i = 0; i < writer->count; i++) {
    const cpng_piece *piece = &writer->pieces[i];
    if (piece->bytes == NULL || piece->length > left || (piece->ends_stream != 0) != (i + 1 == writer->count)) return 0;
    left -= piece->length;
  }
  return writer->count > 0 && left == 0;
}

// Writes the pieces as a zlib stream (RFC 1950), with its header in the first chunk and the checksum in the last.
static void write_pieces(png_structp png, const struct writer *writer) {
  if (!are_whole(writer)) png_error(png, "the pieces are not the picture");
  // Deflate with a window of 32 KiB; readers ignore the two bits of the level.
  static const png_byte header[2] = {0x78, 0x01};
  uLong sum = 1;
  for (size_t i = 0; i < writer->count; i++) {
    const cpng_piece *piece = &writer->pieces[i];
    sum = adler32_combine(sum, piece->checksum, (z_off_t)piece->length);
    const png_byte checksum[4] = {(png_byte)(sum >> 24), (png_byte)(sum >> 16), (png_byte)(sum >> 8), (png_byte)sum};
    for (size_t at = 0; at < piece->count; at += CPNG_CHUNK_SIZE) {
      const size_t left = piece->count - at, part = left < CPNG_CHUNK_SIZE ? left : CPNG_CHUNK_SIZE;
      const size_t before = i == 0 && at == 0 ? sizeof header : 0;
      const size_t after = piece->ends_stream && part == left ? sizeof checksum : 0;
      png_write_chunk_start(png, (png_const_bytep) "IDAT", (png_uint_32)(before + part + after));
      png_write_chunk_data(png, header, before);
      png_write_chunk_data(png, piece->bytes + at, part);
      png_write_chunk_data(png, checksum, after);
      png_write_chunk_end(png);
    }
  }
}

static void write_file(png_structp png, png_infop info, struct writer *writer) {
  static const int color_types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                    PNG_COLOR_TYPE_RGB_ALPHA};
  const cpng_image *image = writer->image;
  if (image->channels < 1 || image->channels > 4) png_error(png, "the number of channels is not 1 to 4");
  if (image->bit_depth != 8 && image->bit_depth != 16) png_error(png, "the bit depth is neither 8 nor 16");

  png_set_write_fn(png, writer, on_bytes, on_flush);
#ifdef PNG_SET_USER_LIMITS_SUPPORTED
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
#endif
  png_set_IHDR(png, info, image->width, image->height, image->bit_depth, color_types[image->channels - 1],
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);

  png_write_info(png, info);
  write_chunks(png, image);
  write_pieces(png, writer);
  // Not png_write_end, which fails because libpng itself has not written an IDAT.
  png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

static cpng_status guarded(struct writer *writer) {
  if (setjmp(png_jmpbuf(writer->png)) != 0) return writer->stopped ? CPNG_STOPPED : CPNG_FAILED;
  write_file(writer->png, writer->info, writer);
  return CPNG_WRITTEN;
}

cpng_status cpng_write(const cpng_image *image, const cpng_piece *pieces, size_t count, cpng_sink sink,
                       void *context, char *error_message, char *warnings) {
  error_message[0] = 0;
  warnings[0] = 0;
  struct writer writer = {image, pieces, count, sink, context, error_message, warnings, NULL, NULL, 0};
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_error, on_warning);
  if (writer.png != NULL) writer.info = png_create_info_struct(writer.png);
  if (writer.info == NULL) {
    append(error_message, "libpng could not be started");
    png_destroy_write_struct(&writer.png, NULL);
    // About a library of another version than the header it warns.
    return warnings[0] == 0 ? CPNG_NO_MEMORY : CPNG_FAILED;
  }
  cpng_status status = guarded(&writer);
  png_destroy_write_struct(&writer.png, &writer.info);
  return status;
}

const char *cpng_built_version(void) { return PNG_LIBPNG_VER_STRING; }

const char *cpng_running_version(void) { return png_get_libpng_ver(NULL); }
