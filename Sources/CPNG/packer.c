#include "packer.h"

#include "runs.h"
#include "lz.h"

// The coders count in 32 bits, so larger inputs are passed to them in parts.
enum { part_size = 1 << 30 };

static const char wrong_level[] = "the coder has no such level";
static const char wrong_coder[] = "there is no such coder";

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
  case CPNG_LZ:
    if (level < 1 || level > lz_levels) return wrong_level;
    packer->state = lz_start(output, level, pixel, line);
    break;
  default: return wrong_coder;
  }
  return packer->state == NULL ? cpng_no_memory : NULL;
}

void packer_learn(struct packer *packer, const uint8_t *bytes, size_t count) {
  if (packer->coder == CPNG_LZ) lz_learn(packer->state, bytes, (uint32_t)count);
}

static const char *add_part(struct packer *packer, struct lines part, enum ending ending) {
  switch (packer->coder) {
  case CPNG_RUNS: return runs_add(packer->state, part.bytes, part.count, ending) ? NULL : cpng_no_memory;
  case CPNG_LZ:
    return lz_add(packer->state, part.bytes, (uint32_t)part.count, (uint32_t)part.history, ending) ? NULL
                                                                                                       : cpng_no_memory;
  default: return wrong_coder;
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
    // More than any coder can refer back.
    lines.history = part.count;
  }
  return fault;
}

void packer_end(struct packer *packer) {
  if (packer->coder == CPNG_LZ && packer->state != NULL) {
    lz_end(packer->state);
  } else {
    free(packer->state);
  }
  packer->state = NULL;
}
