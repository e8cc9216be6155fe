// What a limit of address space does, for MemoryTests.
//
// memory-probe refusals prints the ways to allocate, each with 1 if its refusal was counted once and nothing else was.
// memory-probe heap prints lines about fg_keep_heap, each a name and 1 if it holds. memory-probe crash LINE crashes after a
// refused allocation, memory-probe crash-only LINE without one.
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

static void limit_memory(void) {
  struct rlimit limit = {256 << 20, 256 << 20};
  setrlimit(RLIMIT_AS, &limit);
}

static const size_t too_much = 1 << 30;

// Prints whether exactly one refusal was counted since the last call.
static void show(const char *name, int is_refused) {
  printf("%s %d\n", name, is_refused && fg_refusals() == 1);
  fg_forget_refusals();
}

static int show_refusals(void) {
  // Volatile, or the compiler leaves out what is not used.
  void *volatile bytes = malloc(1000);
  void *aligned = NULL;
  printf("nothing %d\n", bytes && fg_refusals() == 0);
  void *volatile other = realloc(bytes, too_much);
  show("realloc", !other);
  show("malloc", !(bytes = malloc(too_much)));
  show("calloc", !(bytes = calloc(too_much, 1)));
  show("aligned_alloc", !(bytes = aligned_alloc(64, too_much)));
  show("posix_memalign", posix_memalign(&aligned, 64, too_much) != 0 && !aligned);
  // An alignment that there is none of is no lack of memory.
  printf("alignment %d\n", posix_memalign(&aligned, 3, 8) != 0 && fg_refusals() == 0);
  return 0;
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
  if (count > 2) fg_explain_crashes(words[2]);
  limit_memory();
  if (count > 1 && strcmp(words[1], "refusals") == 0) return show_refusals();
  void *volatile bytes = count > 1 && strcmp(words[1], "crash") == 0 ? malloc(too_much) : NULL;
  if (bytes) return 1;
  raise(SIGSEGV);
  return 0;
}
#else
int main(void) { return 0; }
#endif
