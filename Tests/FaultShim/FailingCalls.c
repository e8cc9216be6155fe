/* Lets a system call of the tool fail, once, before it does anything.
 *
 * SHIM_ERROR="write ENOSPC 2": the second write fails with ENOSPC. */
#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "FailingCalls.h"
#include "shim.h"

int shim_fails(const char *call) {
  static atomic_int count;
  const char *wanted = shim_setting("SHIM_ERROR");
  size_t length = strlen(call);
  if (!wanted || strncmp(wanted, call, length) != 0 || wanted[length] != ' ') return 0;
  const char *name = wanted + length + 1;
  const char *number = strchr(name, ' ');
  if (atomic_fetch_add(&count, 1) + 1 != (number ? atoi(number) : 1)) return 0;
  errno = strncmp(name, "ENOSPC", 6) == 0 ? ENOSPC : strncmp(name, "EINTR", 5) == 0 ? EINTR : EIO;
  return 1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  return shim_fails("write") ? -1 : shim_write(real, descriptor, bytes, count);
}

int fsync(int descriptor) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  return shim_fails("fsync") ? -1 : real(descriptor);
}

int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags) {
  int (*real)(int, const char *, int, const char *, unsigned int) = dlsym(RTLD_NEXT, "renameat2");
  return shim_fails("renameat2") ? -1 : real(old_folder, old_name, new_folder, new_name, flags);
}

int unlinkat(int folder, const char *name, int flags) {
  int (*real)(int, const char *, int) = dlsym(RTLD_NEXT, "unlinkat");
  return shim_fails("unlinkat") ? -1 : real(folder, name, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  int (*real)(int, const char *, mode_t) = dlsym(RTLD_NEXT, "mkdirat");
  return shim_fails("mkdirat") ? -1 : real(folder, name, mode);
}
#endif
