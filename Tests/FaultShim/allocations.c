// Refuses one of the allocations that libraries make, or counts them: SHIM_REFUSE is its number from 1, or 0.
//
// FFmpeg allocates by posix_memalign(3) and realloc(3), which framegrab passes on to these functions of glibc. At the end
// of the process, their number is printed. A run behind a fork counts from its beginning, and not what libraries allocate
// when they are loaded.
#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static void *(*real_memalign)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static atomic_long number;
static long refused = -1;

__attribute__((constructor(102))) void shim_prepare_refusal(void) {
  const char *setting = shim_setting("SHIM_REFUSE");
  number = 0;
  refused = setting ? atol(setting) : -1;
}

__attribute__((destructor)) void shim_end(void) {
  if (refused >= 0) fprintf(stderr, "allocations: %ld\n", (long)number);
}

static int is_refused(void) {
  if (refused < 0 || atomic_fetch_add(&number, 1) + 1 != refused) return 0;
  errno = ENOMEM;
  return 1;
}

void *__libc_memalign(size_t alignment, size_t size) {
  // Constructors of libraries allocate before those of this one.
  if (!real_memalign) real_memalign = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "__libc_memalign");
  return is_refused() ? NULL : real_memalign(alignment, size);
}

void *__libc_realloc(void *bytes, size_t size) {
  if (!real_realloc) real_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "__libc_realloc");
  return is_refused() ? NULL : real_realloc(bytes, size);
}
#endif
