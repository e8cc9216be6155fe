#include "packer.h"

#include <zlib.h>

#include "runs.h"

// Both libraries may be absent where this is built; then zlib does their work.
#if __has_include(<isa-l/igzip_lib.h>) && !defined(CPNG_WITHOUT_ISAL)
#include <isa-l/igzip_lib.h>
#define HAS_ISAL 1
#if __has_include(<isa-l.h>)
#include <isa-l.h>
#endif
#else
#define HAS_ISAL 0
#endif

#if __has_include(<libdeflate.h>) && !defined(CPNG_WITHOUT_LIBDEFLATE)
#include <libdeflate.h>
#define HAS_LIBDEFLATE 1
#else
#define HAS_LIBDEFLATE 0
#endif

enum {
  // What zlib and ISA-L count in 32 bits is given to them in parts.
  part_size = 1 << 30,
  // Room for what they write at a time.
  room_size = 1 << 16,
};

static const char no_memory[] = "there is not enough memory to compress";
static const char wrong_level[] = "the coder has no such level";

int cpng_has(cpng_coder coder) {
  switch (coder) {
  case CPNG_RUNS: case CPNG_ZLIB: return 1;
  case CPNG_ISAL: return HAS_ISAL;
  case CPNG_LIBDEFLATE: return HAS_LIBDEFLATE;
  default: return 0;
  }
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *cpng_coder_version(cpng_coder coder) {
  if (coder == CPNG_ZLIB) return zlibVersion();
#if HAS_ISAL
#ifdef ISAL_MAJOR_VERSION
  if (coder == CPNG_ISAL)
    return TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(ISAL_PATCH_VERSION);
#else
  if (coder == CPNG_ISAL) return "unknown";
#endif
#endif
#if HAS_LIBDEFLATE
  if (coder == CPNG_LIBDEFLATE) return LIBDEFLATE_VERSION_STRING;
#endif
  return NULL;
}

uint32_t cpng_adler(uint32_t sum, const uint8_t *bytes, size_t count) {
#if HAS_LIBDEFLATE
  return libdeflate_adler32(sum, bytes, count);
#else
  return (uint32_t)adler32_z(sum, bytes, count);
#endif
}

#if HAS_ISAL
struct isal {
  struct isal_zstream stream;
  uint8_t memory[ISAL_DEF_LVL3_DEFAULT];
};

static struct isal *isal_start(int level) {
  static const uint32_t sizes[] = {0, ISAL_DEF_LVL1_DEFAULT, ISAL_DEF_LVL2_DEFAULT, ISAL_DEF_LVL3_DEFAULT};
  struct isal *isal = malloc(sizeof *isal);
  if (isal == NULL) return NULL;
  isal_deflate_init(&isal->stream);
  isal->stream.level = (uint32_t)level;
  isal->stream.level_buf = isal->memory;
  isal->stream.level_buf_size = sizes[level];
  return isal;
}

static const char *isal_add(struct packer *packer, const uint8_t *bytes, uint32_t count, int is_last) {
  struct isal_zstream *stream = &((struct isal *)packer->state)->stream;
  struct output *output = packer->output;
  // ISA-L only reads them.
  stream->next_in = (uint8_t *)(uintptr_t)bytes;
  stream->avail_in = count;
  stream->end_of_stream = (uint16_t)is_last;
  do {
    if (!make_room(output, room_size)) return no_memory;
    stream->next_out = output->bytes + output->count;
    stream->avail_out = room_size;
    if (isal_deflate(stream) != COMP_OK) return "ISA-L does not compress this";
    output->count += room_size - stream->avail_out;
  } while (stream->avail_out == 0 || stream->avail_in > 0);
  return NULL;
}
#endif

static const char *zlib_add(struct packer *packer, const uint8_t *bytes, uint32_t count, int is_last) {
  z_stream *stream = packer->state;
  struct output *output = packer->output;
  stream->next_in = (z_const Bytef *)(uintptr_t)bytes;
  stream->avail_in = count;
  do {
    if (!make_room(output, room_size)) return no_memory;
    stream->next_out = output->bytes + output->count;
    stream->avail_out = room_size;
    int status = deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH);
    // No progress is no fault: there was nothing left to do.
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return "zlib does not compress this";
    output->count += room_size - stream->avail_out;
  } while (stream->avail_out == 0 || stream->avail_in > 0);
  return NULL;
}

#if HAS_LIBDEFLATE
static const char *libdeflate_add(struct packer *packer, const uint8_t *bytes, size_t count) {
  struct output *output = packer->output;
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(packer->level);
  if (compressor == NULL) return no_memory;
  size_t bound = libdeflate_deflate_compress_bound(compressor, count);
  const char *fault = NULL;
  if (make_room(output, bound)) {
    size_t made = libdeflate_deflate_compress(compressor, bytes, count, output->bytes + output->count, bound);
    output->count += made;
    if (made == 0) fault = "libdeflate does not compress this";
  } else {
    fault = no_memory;
  }
  libdeflate_free_compressor(compressor);
  return fault;
}
#endif

const char *packer_start(struct packer *packer, const cpng_coding *coding, struct output *output) {
  *packer = (struct packer){coding->coder, output, NULL, coding->level};
  switch (coding->coder) {
  case CPNG_RUNS:
    if (coding->level != 0) return wrong_level;
    struct runs *runs = calloc(1, sizeof *runs);
    if (runs != NULL) runs->output = output;
    packer->state = runs;
    break;
  case CPNG_ZLIB:
    if (coding->level < 1 || coding->level > 9) return wrong_level;
    z_stream *stream = calloc(1, sizeof *stream);
    // Window bits below zero: no header, no checksum.
    if (stream != NULL &&
        deflateInit2(stream, coding->level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      free(stream);
      stream = NULL;
    }
    packer->state = stream;
    break;
#if HAS_ISAL
  case CPNG_ISAL:
    if (coding->level < 0 || coding->level > 3) return wrong_level;
    packer->state = isal_start(coding->level);
    break;
#endif
#if HAS_LIBDEFLATE
  case CPNG_LIBDEFLATE: return coding->level < 1 || coding->level > 12 ? wrong_level : NULL;
#endif
  default: return "the coder was not there when this program was built";
  }
  return packer->state == NULL ? no_memory : NULL;
}

int packer_takes_all_at_once(const struct packer *packer) { return packer->coder == CPNG_LIBDEFLATE; }

const char *packer_add(struct packer *packer, const uint8_t *bytes, size_t count, int is_last) {
  if (packer->coder == CPNG_RUNS) return runs_add(packer->state, bytes, count, is_last) ? NULL : no_memory;
#if HAS_LIBDEFLATE
  if (packer->coder == CPNG_LIBDEFLATE) return libdeflate_add(packer, bytes, count);
#endif
  const char *fault = NULL;
  while (count > 0 && fault == NULL) {
    uint32_t part = count < part_size ? (uint32_t)count : part_size;
    int ends = is_last && part == count;
#if HAS_ISAL
    fault = packer->coder == CPNG_ISAL ? isal_add(packer, bytes, part, ends) : zlib_add(packer, bytes, part, ends);
#else
    fault = zlib_add(packer, bytes, part, ends);
#endif
    bytes += part;
    count -= part;
  }
  return fault;
}

void packer_end(struct packer *packer) {
  if (packer->coder == CPNG_ZLIB && packer->state != NULL) deflateEnd(packer->state);
  free(packer->state);
  packer->state = NULL;
}
