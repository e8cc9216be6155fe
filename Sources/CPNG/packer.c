#include "packer.h"

#include "runs.h"
#include "shapes.h"

// ISA-L may be absent where this is built; then our own coder does its work.
#if __has_include(<isa-l/igzip_lib.h>) && !defined(CPNG_WITHOUT_ISAL)
#include <isa-l/igzip_lib.h>
#define HAS_ISAL 1
#if __has_include(<isa-l.h>)
#include <isa-l.h>
#endif
#else
#define HAS_ISAL 0
#endif

enum {
  // What is counted in 32 bits is given in parts.
  part_size = 1 << 30,
  // Room for what ISA-L writes at a time.
  room_size = 1 << 16,
};

static const char no_memory[] = "there is not enough memory to compress";
static const char wrong_level[] = "the coder has no such level";

int cpng_has(cpng_coder coder) {
  switch (coder) {
  case CPNG_RUNS: case CPNG_SHAPES: return 1;
  case CPNG_ISAL: return HAS_ISAL;
  default: return 0;
  }
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *cpng_coder_version(cpng_coder coder) {
#if HAS_ISAL
#ifdef ISAL_MAJOR_VERSION
  if (coder == CPNG_ISAL)
    return TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(ISAL_PATCH_VERSION);
#else
  if (coder == CPNG_ISAL) return "unknown";
#endif
#endif
  return NULL;
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

static const char *isal_add(struct packer *packer, const uint8_t *bytes, uint32_t count, enum ending ending) {
  struct isal_zstream *stream = &((struct isal *)packer->state)->stream;
  struct output *output = packer->output;
  // ISA-L only reads them.
  stream->next_in = (uint8_t *)(uintptr_t)bytes;
  stream->avail_in = count;
  stream->end_of_stream = ending == ends_stream;
  stream->flush = ending == ends_piece ? SYNC_FLUSH : NO_FLUSH;
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

const char *packer_start(struct packer *packer, const cpng_coding *coding, size_t pixel, size_t line,
                         struct output *output) {
  const int level = coding->level;
  *packer = (struct packer){coding->coder, output, NULL};
  switch (coding->coder) {
  case CPNG_RUNS:
    if (level != 0) return wrong_level;
    struct bits *bits = calloc(1, sizeof *bits);
    if (bits != NULL) bits->output = output;
    packer->state = bits;
    break;
  case CPNG_SHAPES:
    if (level < 1 || level > shapes_levels) return wrong_level;
    packer->state = shapes_start(output, level, pixel, line);
    break;
#if HAS_ISAL
  case CPNG_ISAL:
    if (level < 0 || level > 3) return wrong_level;
    packer->state = isal_start(level);
    break;
#endif
  default: return "the coder was not there when this program was built";
  }
  return packer->state == NULL ? no_memory : NULL;
}

void packer_learn(struct packer *packer, const uint8_t *bytes, size_t count) {
  if (packer->coder == CPNG_SHAPES) shapes_learn(packer->state, bytes, (uint32_t)count);
}

static const char *add_part(struct packer *packer, struct lines part, enum ending ending) {
  switch (packer->coder) {
  case CPNG_RUNS: return runs_add(packer->state, part.bytes, part.count, ending) ? NULL : no_memory;
  case CPNG_SHAPES:
    return shapes_add(packer->state, part.bytes, (uint32_t)part.count, (uint32_t)part.history, ending) ? NULL
                                                                                                       : no_memory;
#if HAS_ISAL
  case CPNG_ISAL: return isal_add(packer, part.bytes, (uint32_t)part.count, ending);
#endif
  default: return "the coder was not there when this program was built";
  }
}

const char *packer_add(struct packer *packer, struct lines lines, enum ending ending) {
  const char *fault = NULL;
  while (lines.count > 0 && fault == NULL) {
    struct lines part = lines;
    if (part.count > part_size) part.count = part_size;
    fault = add_part(packer, part, part.count == lines.count ? ending : goes_on);
    lines.bytes += part.count;
    lines.count -= part.count;
    // More than any coder can look back.
    lines.history = part.count;
  }
  return fault;
}

void packer_end(struct packer *packer) {
  if (packer->coder == CPNG_SHAPES && packer->state != NULL) {
    shapes_end(packer->state);
  } else {
    free(packer->state);
  }
  packer->state = NULL;
}
