// Takes all memory that a limit of address space allows, and then tries what Swift and FFmpeg do, for MemoryTests.
//
// spare-probe prints lines, each a name and 1 if it holds, and spare-probe heap such lines about fg_keep_heap. spare-probe
// crash LINE crashes after a refused allocation, spare-probe crash-only LINE without one.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CMemory.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>

enum { COUNT = 500, SIZE = 3000 };

static void limit_memory(void) {
  struct rlimit limit = {256 << 20, 256 << 20};
  setrlimit(RLIMIT_AS, &limit);
}

// As FFmpeg allocates, until nothing is left: pieces of half the size, down to a few bytes.
static void take_all(void) {
  for (size_t size = 64 << 20; size >= 16; size /= 2) {
    void *piece;
    while (!fg_spare_memory_is_used() && posix_memalign(&piece, 64, size) == 0) memset(piece, 1, 1);
  }
  // Whatever smaller pieces malloc still has.
  while (!fg_spare_memory_is_used() && malloc(16)) {
  }
}

static int holds(const unsigned char *bytes, size_t count, int value) {
  for (size_t index = 0; index < count; index++) {
    if (bytes[index] != value) return 0;
  }
  return 1;
}

// Objects come and go, more in all than the spare has room for at a time.
static int blocks_are_used_again(void) {
  for (int round = 0; round < 100; round++) {
    unsigned char *blocks[COUNT];
    for (int index = 0; index < COUNT; index++) {
      blocks[index] = malloc(SIZE);
      if (!blocks[index]) return 0;
      memset(blocks[index], index & 255, SIZE);
    }
    for (int index = 0; index < COUNT; index++) {
      if (!holds(blocks[index], SIZE, index & 255) || (uintptr_t)blocks[index] % 16 != 0) return 0;
      free(blocks[index]);
    }
  }
  return 1;
}

static int grows(void) {
  unsigned char *bytes = malloc(100);
  if (!bytes) return 0;
  memset(bytes, 7, 100);
  bytes = realloc(bytes, 100000);
  if (!bytes || !holds(bytes, 100, 7) || malloc_usable_size(bytes) < 100000) return 0;
  bytes = realloc(bytes, 50);
  int is_right = bytes && holds(bytes, 50, 7);
  free(bytes);
  return is_right;
}

static int is_zeroed(void) {
  void *dirty = malloc(5000);
  if (!dirty) return 0;
  memset(dirty, 9, 5000);
  free(dirty);
  unsigned char *bytes = calloc(50, 100);
  return bytes && holds(bytes, 5000, 0);
}

// The flags of the memory that has this address, as smaps of proc(5) has them.
static int has_flag(uintptr_t address, const char *flag) {
  FILE *file = fopen("/proc/self/smaps", "r");
  char line[1024];
  int is_here = 0, has = 0;
  while (file && fgets(line, sizeof line, file)) {
    unsigned long start, end;
    if (sscanf(line, "%lx-%lx ", &start, &end) == 2) is_here = start <= address && address < end;
    if (is_here && strncmp(line, "VmFlags:", 8) == 0 && strstr(line, flag)) has = 1;
  }
  if (file) fclose(file);
  return has;
}

static int show_heap(void) {
  fg_keep_heap();
  uintptr_t end = (uintptr_t)sbrk(0);
  char *volatile picture = malloc(8 << 20);
  uintptr_t place = (uintptr_t)picture;
  printf("inside %d\n", picture && place < end && end - place < 66 << 20);
  printf("grown %d\n", (uintptr_t)sbrk(0) == end);
  int has_large_pages = access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0;
  printf("large %d\n", !has_large_pages || has_flag(place + (4 << 20), " hg"));
  free(picture);
  picture = malloc(8 << 20);
  printf("again %d\n", (uintptr_t)picture == place && (uintptr_t)sbrk(0) == end);
  return 0;
}

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "heap") == 0) return show_heap();
  // A block from before, which grows when there is nothing left.
  unsigned char *old = malloc(1000);
  memset(old, 5, 1000);
  fg_keep_spare_memory();
  if (count > 2) fg_explain_crashes(words[2]);
  limit_memory();
  if (count > 1) {
    if (strcmp(words[1], "crash") == 0) take_all();
    raise(SIGSEGV);
  }
  take_all();
  void *piece = NULL;
  printf("small %d\n", malloc(48) != NULL && fg_spare_memory_is_used());
  printf("again %d\n", blocks_are_used_again());
  printf("grows %d\n", grows());
  old = realloc(old, 200000);
  printf("moves %d\n", old && holds(old, 1000, 5));
  printf("zeroed %d\n", is_zeroed());
  printf("refuses-large %d\n", malloc(2 << 20) == NULL && calloc(1 << 20, 2) == NULL);
  printf("refuses-aligned %d\n", posix_memalign(&piece, 64, 64) != 0 && aligned_alloc(64, 64) == NULL);
  printf("swift %d\n", posix_memalign(&piece, 16, 80) == 0 && piece);
  while (malloc(1000)) {
  }
  printf("ends %d\n", malloc(1000) == NULL);
  return 0;
}
#else
int main(void) { return 0; }
#endif
