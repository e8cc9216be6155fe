// The allocation functions of the program, in place of those of glibc, which they call: they count refusals.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdlib.h>

#include "CMemory.h"
#include "refusal.h"

// The sanitizers have functions of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *bytes, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *bytes);

static void *counted(void *bytes) {
  if (!bytes) note_refusal();
  return bytes;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *bytes, size_t size) {
  void *other = __libc_realloc(bytes, size);
  // Nothing is left of a block of 0 bytes.
  return size > 0 ? counted(other) : other;
}

void free(void *bytes) { __libc_free(bytes); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **bytes, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int before = errno;
  void *start = aligned_alloc(alignment, size);
  errno = before;
  if (!start) return ENOMEM;
  *bytes = start;
  return 0;
}

#endif

#ifdef __GLIBC__
#include <malloc.h>
void fg_give_memory_back(void) { malloc_trim(0); }
#else
void fg_give_memory_back(void) {}
#endif
