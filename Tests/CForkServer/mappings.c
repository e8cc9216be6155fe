#ifdef __linux__
#define _GNU_SOURCE
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A line of /proc/self/maps (proc(5)).
struct mapping {
  unsigned long start, end, file;
  char rights[5];
  int is_library;
};

static int read_mapping(FILE *maps, struct mapping *mapping) {
  char *line = NULL;
  size_t size = 0;
  int got = getline(&line, &size, maps) > 0
            && sscanf(line, "%lx-%lx %4s %*s %*s %lu", &mapping->start, &mapping->end, mapping->rights, &mapping->file) == 4;
  mapping->is_library = got && strstr(line, ".so") != NULL;
  free(line);
  return got;
}

void join_mappings(void) {
  enum { most = 8192 };
  struct mapping *all = calloc(most, sizeof *all);
  FILE *maps = fopen("/proc/self/maps", "r");
  size_t count = 0;
  while (all != NULL && maps != NULL && count < most && read_mapping(maps, &all[count])) count++;
  if (maps != NULL) fclose(maps);
  for (size_t index = 0; index < count; index++) {
    const struct mapping *one = &all[index], *next = index + 1 < count ? one + 1 : NULL;
    if (!one->is_library || strcmp(one->rights, "r--p") != 0) continue;
    int is_before_data = next != NULL && next->start == one->end && next->file == one->file && next->rights[1] == 'w';
    // Where that is refused, nothing changes but the time that forks take.
    (void)mprotect((void *)one->start, one->end - one->start, PROT_READ | (is_before_data ? PROT_WRITE : PROT_EXEC));
  }
  free(all);
}
#endif
