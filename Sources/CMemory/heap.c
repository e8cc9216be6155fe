// The heap of a process that decodes: large, taken at once, and kept.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// What x86-64 and most ARM systems have.
static const uintptr_t huge_page = 2 << 20;
// The most that glibc allows.
static const int largest_in_heap = 32 << 20;
static const int taken = 64 << 20;
// What glibc keeps beside each piece of the heap; half of it lies in the piece behind.
static const uintptr_t header = 2 * sizeof(size_t);
// More free memory than this at the end of the heap goes back to the system.
static const int kept = 128 << 20;

void fg_keep_heap(void) {
  static atomic_flag is_kept = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_kept)) return;
  // A buffer that is mapped by itself is given back when it is freed, and its pages are faulted in again for the next.
  if (!mallopt(M_MMAP_THRESHOLD, largest_in_heap) || !mallopt(M_TRIM_THRESHOLD, kept)) return;
  mallopt(M_TOP_PAD, taken);
  // Larger than what is free, so that the heap grows; volatile, or the compiler would leave out what is not used.
  char *volatile bytes = malloc(huge_page);
  if (bytes == NULL) return;
  mallopt(M_TOP_PAD, 1 << 20);
  // glibc has written the header of what lies behind this piece, and a large page is given only where nothing was touched
  // yet. So a larger piece takes its place, never used, that ends where a large page begins, its next header before it.
  uintptr_t start = ((uintptr_t)bytes + huge_page + header + huge_page - 1) & ~(huge_page - 1);
  uintptr_t gap = start - (uintptr_t)bytes;
  free(bytes);
  bytes = malloc(gap - header / 2);
  uintptr_t end = (uintptr_t)sbrk(0);
  // A wish: a system without such pages refuses, and nothing is lost.
  if (end > start) madvise((void *)start, end - start, MADV_HUGEPAGE);
}

void fg_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
#else
void fg_keep_heap(void) {}
void fg_share_heap(void) {}
#endif
