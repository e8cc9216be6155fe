// A Landlock domain that grants nothing (landlock(7)).
#ifdef __linux__
#define _GNU_SOURCE
#include "walls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on all architectures; headers older than the running kernel do not have them.
#define CREATE_RULESET 444
#define RESTRICT_SELF 446

// struct landlock_ruleset_attr of Linux 6.12; older kernels accept what they do not know as long as it is zero.
struct rights {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static int create(const struct rights *rights) { return (int)syscall(CREATE_RULESET, rights, sizeof *rights, 0U); }

// Adds to one field of `rights` all bits that the kernel knows, from the lowest up. Asking the kernel for each, rather
// than a table by its version, takes in rights that are newer than this file.
static void add_all(const struct rights *rights, uint64_t *field) {
  for (int bit = 0; bit < 64; bit++) {
    uint64_t before = *field;
    *field |= (uint64_t)1 << bit;
    int ruleset = create(rights);
    if (ruleset < 0) {
      *field = before;
      return;
    }
    close(ruleset);
  }
}

// The flag keeps refusals out of the system's audit log, where the try below would put one for every worker; kernels
// before 6.15 log none, and do not know it.
static int restrict_self(int ruleset) {
  const unsigned without_log = 1;
  int status = (int)syscall(RESTRICT_SELF, ruleset, without_log);
  return status != 0 && errno == EINVAL ? (int)syscall(RESTRICT_SELF, ruleset, 0U) : status;
}

static int is_root_folder_readable(void) {
  int folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  close(folder);
  return 1;
}

int fg_raise_landlock(void) {
  struct rights rights = {0, 0, 0};
  add_all(&rights, &rights.files);
  if (rights.files == 0) return 0;
  add_all(&rights, &rights.network);
  add_all(&rights, &rights.scopes);
  int ruleset = create(&rights);
  if (ruleset < 0) return 0;
  int status = restrict_self(ruleset);
  close(ruleset);
  return status == 0 && !is_root_folder_readable();
}
#endif
