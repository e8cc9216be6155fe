#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#include <errno.h>

#ifdef __linux__
#include <sys/mman.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x8U
#endif

int fg_memory_file(const char *name) {
  unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  int file = memfd_create(name, flags | MFD_NOEXEC_SEAL);
  // Kernels before 6.3 do not know the flag.
  if (file < 0 && errno == EINVAL) file = memfd_create(name, flags);
  return file < 0 ? -errno : file;
}
#else
int fg_memory_file(const char *name) {
  (void)name;
  return -ENOTSUP;
}
#endif
