/* Wraps system calls of the tool, to which it is preloaded (ld.so(8)), so that a test can decide what happens at them.
 *
 * SHIM_SIGNAL="linkat TERM 2": raises the signal right after the second such call; without a number, after the first;
 *   with 0, after each.
 * SHIM_PREAD_MS="20": each pread takes that many milliseconds longer.
 * SHIM_CRASH="pread 3 SEGV": at the third pread of a process, counted by each process for itself, also after a fork:
 *   SEGV  it writes to address 0,
 *   KILL  it is killed (SIGKILL),
 *   ABRT  it calls abort(3),
 *   HANG  it sleeps for ever,
 *   EAT   it takes memory until there is no more, and calls abort(3).
 * SHIM_SCRIPT=FILE: a process that was forked speaks to its broker as FILE says, at its first pread (script.c).
 * SHIM_SEARCH=FILE:WORD:…: a process that was forked looks for WORDs in its memory at its first pread; FILE tells what
 *   it found (search.c).
 * SHIM_ALL=1: the preads of all processes are counted together, so only one process meets the number.
 * SHIM_ESCAPE=FILE: a process that was forked from one with this library tries to escape (Tests/Escapes) at its first
 *   pread. FILE, which is made before main, then holds the list of tries; its size is that of the list's room, and the
 *   rest is zero. Only the first such process tries. The tries aim at a file of their own beside FILE.
 * SHIM_SIZE="12345": SHIM_CRASH and SHIM_ESCAPE see only preads of files of that size, in bytes.
 * SHIM_ERROR="linkat EIO 1": the first such call fails with that error (FailingCalls.c).
 * SHIM_FILE_SYSTEM="0x4d44": fstatfs tells this kind of file system. */
#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "FailingCalls.h"

static void raise_after(const char *call) {
  static volatile sig_atomic_t count = 0;
  const char *wanted = shim_setting("SHIM_SIGNAL");
  if (!wanted) return;
  size_t length = strlen(call);
  if (strncmp(wanted, call, length) != 0 || wanted[length] != ' ') return;
  const char *name = wanted + length + 1;
  const char *number = strchr(name, ' ');
  count = count + 1;
  int place = number ? atoi(number) : 1;
  if (place != 0 && count != place) return;
  kill(
    getpid(), strncmp(name, "INT", 3) == 0    ? SIGINT
              : strncmp(name, "HUP", 3) == 0  ? SIGHUP
              : strncmp(name, "KILL", 4) == 0 ? SIGKILL
                                              : SIGTERM);
}

int linkat(int old_folder, const char *old_name, int new_folder, const char *new_name, int flags) {
  int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
  if (shim_fails("linkat")) return -1;
  int result = real(old_folder, old_name, new_folder, new_name, flags);
  raise_after("linkat");
  return result;
}

int renameat(int old_folder, const char *old_name, int new_folder, const char *new_name) {
  int (*real)(int, const char *, int, const char *) = dlsym(RTLD_NEXT, "renameat");
  if (shim_fails("renameat")) return -1;
  int result = real(old_folder, old_name, new_folder, new_name);
  raise_after("renameat");
  return result;
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) {
  ssize_t (*real)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");
  const char *milliseconds = shim_setting("SHIM_PREAD_MS");
  if (milliseconds) {
    long total = strtol(milliseconds, NULL, 10);
    struct timespec wait = {total / 1000, total % 1000 * 1000000};
    nanosleep(&wait, NULL);
  }
  shim_at_read(descriptor);
  return real(descriptor, buffer, count, offset);
}

int fstatfs(int descriptor, struct statfs *status) {
  int (*real)(int, struct statfs *) = dlsym(RTLD_NEXT, "fstatfs");
  const char *kind = shim_setting("SHIM_FILE_SYSTEM");
  int result = real(descriptor, status);
  if (kind) status->f_type = strtol(kind, NULL, 0);
  return result;
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
  return pread64(descriptor, buffer, count, offset);
}
#endif
