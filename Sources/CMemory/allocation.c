// The allocation functions of the program, in place of those of glibc, which they call.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "CMemory.h"
#include "spare.h"

// The sanitizers have functions of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *bytes, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *bytes);

void *malloc(size_t size) {
  void *bytes = __libc_malloc(size);
  return bytes ? bytes : spare_take(size);
}

void *calloc(size_t count, size_t size) {
  void *bytes = __libc_calloc(count, size);
  size_t sum;
  if (bytes || __builtin_mul_overflow(count, size, &sum)) return bytes;
  bytes = spare_take(sum);
  return bytes ? memset(bytes, 0, sum) : NULL;
}

void free(void *bytes) {
  if (spare_owns(bytes)) {
    spare_give_back(bytes);
  } else {
    __libc_free(bytes);
  }
}

// Moves an allocation into another one of `size` bytes.
static void *moved(void *bytes, size_t old_size, void *other, size_t size) {
  if (!other) return NULL;
  memcpy(other, bytes, old_size < size ? old_size : size);
  free(bytes);
  return other;
}

void *realloc(void *bytes, size_t size) {
  if (spare_owns(bytes)) {
    if (size > 0 && size <= spare_size(bytes)) return bytes;
    return moved(bytes, spare_size(bytes), malloc(size), size);
  }
  void *other = __libc_realloc(bytes, size);
  if (other || size == 0) return other;
  return bytes ? moved(bytes, malloc_usable_size(bytes), spare_take(size), size) : spare_take(size);
}

// What malloc aligns to, and the spare. Swift's runtime asks for it by name, FFmpeg for more.
enum { USUAL_ALIGNMENT = 16 };

void *aligned_alloc(size_t alignment, size_t size) {
  if (alignment <= USUAL_ALIGNMENT) return malloc(size);
  void *bytes = fg_spare_memory_is_used() ? NULL : __libc_memalign(alignment, size);
  if (bytes) return bytes;
  fg_note_refused_memory();
  errno = ENOMEM;
  return NULL;
}

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
