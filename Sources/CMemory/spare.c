// The spare: blocks of powers of two, each with a header, that are never merged or split again.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "spare.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

#include "CMemory.h"
#include "refusal.h"

// The last two words before the bytes of a block. malloc_usable_size(3) of glibc looks at `size`: of a block with this
// bit, it takes the size without the header for usable. Programs may ask it about any allocation.
struct header {
  struct header *next;
  size_t size;
};
enum { HEADER = sizeof(struct header), OWN_MAPPING = 2, SMALLEST = 5, LARGEST = 20 };

// While there is no spare, a place that no address is near to.
static uintptr_t _Atomic start = UINTPTR_MAX - FG_SPARE_MEMORY;
static atomic_bool is_used;
static atomic_flag lock = ATOMIC_FLAG_INIT;
// The bytes that no block has been cut from yet, and the free blocks of each power of two. Under the lock.
static size_t cut;
static struct header *free_blocks[LARGEST + 1];

// A stack that has grown stays so.
static void __attribute__((noinline)) grow_stack(void) {
  volatile char room[512 << 10];
  room[0] = 0;
}

void fg_keep_spare_memory(void) {
  grow_stack();
  atomic_store(&is_used, 0);
  forget_refusals();
  if (atomic_load(&start) < UINTPTR_MAX - FG_SPARE_MEMORY) return;
  void *bytes = mmap(NULL, FG_SPARE_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (bytes != MAP_FAILED) atomic_store(&start, (uintptr_t)bytes);
}

int fg_spare_memory_is_used(void) { return atomic_load_explicit(&is_used, memory_order_relaxed); }

int spare_owns(const void *block) {
  return (uintptr_t)block - atomic_load_explicit(&start, memory_order_relaxed) < FG_SPARE_MEMORY;
}

static struct header *header_of(const void *block) { return (struct header *)((uintptr_t)block - HEADER); }

size_t spare_size(const void *block) { return (header_of(block)->size & ~(size_t)OWN_MAPPING) - HEADER; }

static int power_for(size_t size) {
  int power = SMALLEST;
  while (((size_t)1 << power) < size + HEADER) power++;
  return power;
}

// There are only a few instructions under the lock, none of which waits.
static void take_lock(void) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
  }
}
static void release_lock(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

void *spare_take(size_t size) {
  fg_note_refused_memory();
  uintptr_t from = atomic_load(&start);
  if (size > FG_SMALL_ALLOCATION - HEADER || from >= UINTPTR_MAX - FG_SPARE_MEMORY) return NULL;
  atomic_store(&is_used, 1);
  int power = power_for(size);
  take_lock();
  struct header *header = free_blocks[power];
  if (header) {
    free_blocks[power] = header->next;
  } else if (FG_SPARE_MEMORY - cut >= (size_t)1 << power) {
    header = (struct header *)(from + cut);
    header->size = (size_t)1 << power | OWN_MAPPING;
    cut += (size_t)1 << power;
  }
  release_lock();
  return header ? header + 1 : NULL;
}

void spare_give_back(void *block) {
  struct header *header = header_of(block);
  int power = power_for(spare_size(block));
  take_lock();
  header->next = free_blocks[power];
  free_blocks[power] = header;
  release_lock();
}
