#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
  "SHIM_SIGNAL", "SHIM_PREAD_MS", "SHIM_CRASH", "SHIM_ESCAPE", "SHIM_SIZE", "SHIM_ERROR", "SHIM_ALL", "SHIM_SCRIPT",
  "SHIM_SEARCH", "SHIM_FILE_SYSTEM", "SHIM_REFUSE",
  "SHIM_GARBLE",
};
#define COUNT (sizeof names / sizeof *names)
static char *values[COUNT];

// Before the constructors of other files, which ask for settings.
__attribute__((constructor(101))) static void keep(void) {
  for (size_t index = 0; index < COUNT; index++) {
    const char *value = getenv(names[index]);
    values[index] = value ? strdup(value) : NULL;
  }
}

void shim_begin(void) {
  keep();
  shim_load_script();
  shim_prepare_garbling();
  shim_prepare_reads();
  shim_prepare_refusal();
}

const char *shim_setting(const char *name) {
  for (size_t index = 0; index < COUNT; index++) {
    if (strcmp(names[index], name) == 0) return values[index];
  }
  return NULL;
}
#endif
