// Crashes and escapes at a read. No system call is made here that a worker behind its walls may not make.
#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include "Escapes.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The list of tries that SHIM_ESCAPE makes, in a file that several processes share.
struct list {
  char text[32768];
  // One when a process has begun to make it.
  atomic_int is_taken;
};

static struct list *list;
static char aim[4096];

// The process that was started, the broker, and whether this one was forked from it.
static pid_t started;
static int is_forked;
static atomic_int own_count;
// The reads of this process, or of all of them.
static atomic_int *read_count = &own_count;

static void count_anew(void) {
  is_forked = 1;
  atomic_store(&own_count, 0);
}

__attribute__((constructor)) static void note_forks(void) { pthread_atfork(NULL, NULL, count_anew); }

__attribute__((constructor)) void shim_prepare_reads(void) {
  started = getpid();
  is_forked = 0;
  atomic_store(&own_count, 0);
  if (shim_setting("SHIM_ALL")) {
    void *shared = mmap(NULL, sizeof own_count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED) read_count = shared;
  }
  const char *name = shim_setting("SHIM_ESCAPE");
  if (!name) return;
  int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof *list) != 0) return;
  void *memory = mmap(NULL, sizeof *list, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) list = memory;
  snprintf(aim, sizeof aim, "%s.aim", name);
  file = open(aim, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0 && write(file, "It may be lost.\n", 16) == 16) close(file);
}

static int is_wanted(int descriptor) {
  const char *size = shim_setting("SHIM_SIZE");
  if (!size) return 1;
  struct stat status;
  return syscall(SYS_fstat, descriptor, &status) == 0 && status.st_size == strtoll(size, NULL, 10);
}

// Its limit is one of addresses: a byte of each piece is as good as all of them, which take seconds.
static _Noreturn void eat_memory(void) {
  const size_t size = 16 << 20;
  for (volatile char *bytes = malloc(size); bytes; bytes = malloc(size)) *bytes = 1;
  abort();
}

static _Noreturn void sleep_for_ever(void) {
  for (;;) nanosleep(&(struct timespec){1000, 0}, NULL);
}

static void crash(const char *how) {
  if (strcmp(how, "SEGV") == 0) *(volatile char *)NULL = 0;
  // kill(2) is not a call that a worker may make.
  if (strcmp(how, "KILL") == 0) raise(SIGKILL);
  if (strcmp(how, "ABRT") == 0) abort();
  if (strcmp(how, "HANG") == 0) sleep_for_ever();
  if (strcmp(how, "EAT") == 0) eat_memory();
}

void shim_at_read(int descriptor) {
  if (is_forked && is_wanted(descriptor)) {
    shim_search();
    shim_start_garbling();
  }
  const char *wanted = shim_setting("SHIM_CRASH");
  int may_escape = list && is_forked, may_speak = is_forked && shim_setting("SHIM_SCRIPT");
  if ((!wanted && !may_escape && !may_speak) || !is_wanted(descriptor)) return;
  if (may_speak) shim_speak();
  int number = atomic_fetch_add(read_count, 1) + 1, due;
  char how[8];
  if (wanted && sscanf(wanted, "pread %d %7s", &due, how) == 2 && number == due) crash(how);
  if (!may_escape || atomic_exchange(&list->is_taken, 1) != 0) return;
  const struct escape_aims aims = {.broker = started, .file = aim, .kept = descriptor};
  escapes_try_all(&aims, list->text, sizeof list->text);
}
#endif
