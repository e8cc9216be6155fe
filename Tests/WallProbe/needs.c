// What decoding needs, tried behind the walls.
#ifdef __linux__
#define _GNU_SOURCE
#include "CWorker.h"
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long error_of(long result) { return result == -1 ? errno : 0; }
static long must(int holds) { return holds ? 0 : errno ? errno : 1; }

static long allocate(struct worker *worker) {
  size_t size = (size_t)256 << 20;
  char *bytes = malloc(size);
  if (!bytes) return errno;
  for (size_t place = 0; place < size; place += 4096) bytes[place] = 1;
  char *larger = realloc(bytes, size + size / 2);
  free(larger ? larger : bytes);
  return larger ? 0 : errno;
}
static long move_break(struct worker *worker) { return error_of(sbrk(1 << 20) == (void *)-1 ? -1 : 0); }
static long give_back_pages(struct worker *worker) {
  void *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  long result = error_of(madvise(memory, 4096, MADV_DONTNEED));
  if (result == 0) result = error_of(mprotect(memory, 4096, PROT_NONE));
  munmap(memory, 8192);
  return result;
}

static long status_of_media(struct worker *worker) {
  struct stat status = {.st_size = 0}, kernels = {.st_size = 0};
  if (fstat(worker->media, &status) != 0) return errno;
  if (syscall(SYS_fstat, worker->media, &kernels) != 0) return errno;
  return must(memcmp(&status, &kernels, sizeof status) == 0 && S_ISREG(status.st_mode));
}
// The call by which fstat(3) of older C libraries is made.
static long status_by_empty_path(struct worker *worker) {
  struct stat status = {.st_size = 0};
  errno = 0;
  if (syscall(SYS_newfstatat, worker->media, "", &status, AT_EMPTY_PATH) != 0) return errno;
  return must(status.st_size > 0 && errno == 0);
}
static long status_of_closed(struct worker *worker) {
  struct stat status;
  return must(fstat(500, &status) == -1 && errno == EBADF);
}

static void *use_thread(void *argument) {
  char *bytes = malloc(1 << 20);
  if (!bytes) return NULL;
  memset(bytes, 1, 1 << 20);
  free(bytes);
  if (pthread_setname_np(pthread_self(), "decoder") != 0) return NULL;
  return status_of_media(argument) == 0 && status_by_empty_path(argument) == 0 ? argument : NULL;
}
static long start_threads(struct worker *worker) {
  pthread_t threads[8];
  long result = 0;
  for (int index = 0; index < 8; index++) {
    int error = pthread_create(&threads[index], NULL, use_thread, worker);
    if (error != 0) return error;
  }
  for (int index = 0; index < 8; index++) {
    void *returned = NULL;
    if (pthread_join(threads[index], &returned) != 0 || returned != worker) result = 1;
  }
  return result;
}
static long wait_for_condition(struct worker *worker) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec = (end.tv_nsec + 1000000) % 1000000000;
  pthread_mutex_lock(&mutex);
  int error = pthread_cond_timedwait(&condition, &mutex, &end);
  pthread_mutex_unlock(&mutex);
  return error == ETIMEDOUT ? 0 : error;
}
static long count_processors(struct worker *worker) {
  cpu_set_t set;
  return error_of(sched_getaffinity(0, sizeof set, &set));
}
static long yield(struct worker *worker) { return error_of(sched_yield()); }

static long read_media(struct worker *worker) {
  char byte;
  if (read(worker->media, &byte, 1) != 1) return must(0);
  return must(pread(worker->media, &byte, 1, 1) == 1);
}
static long write_memory(struct worker *worker) {
  char byte = 0;
  if (write(worker->memory, "picture", 7) != 7 || fsync(worker->memory) != 0) return must(0);
  return must(pread(worker->memory, &byte, 1, 6) == 1 && byte == 'e');
}
static long map_memory(struct worker *worker) {
  char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, worker->memory, 0);
  if (bytes == MAP_FAILED) return errno;
  munmap(bytes, 4096);
  return 0;
}
static long write_too_much(struct worker *worker) {
  static char bytes[1 << 20];
  errno = 0;
  while (write(worker->memory, bytes, sizeof bytes) > 0) {}
  return must(errno == EFBIG);
}
static long exchange_messages(struct worker *worker) {
  char answer, byte;
  int descriptor = -1, count = 1;
  if (fg_send(worker->socket, "?", 1, &worker->memory, 1, 1) != 1) return must(0);
  struct pollfd state = {.fd = worker->socket, .events = POLLIN};
  if (poll(&state, 1, 10000) != 1) return must(0);
  ssize_t received = fg_receive(worker->socket, &answer, 1, &descriptor, &count);
  if (received < 0) return -received;
  long result = must(received == 1 && count == 1 && pread(descriptor, &byte, 1, 0) == 1);
  return result != 0 ? result : error_of(close(descriptor));
}
static long duplicate(struct worker *worker) {
  int copy = fcntl(worker->media, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return errno;
  long result = must(fcntl(copy, F_GETFD) == FD_CLOEXEC && fcntl(copy, F_SETFD, FD_CLOEXEC) == 0);
  close(copy);
  return result != 0 ? result : error_of(fcntl(worker->media, F_GETFL));
}
static long ask_for_terminal(struct worker *worker) { return must(isatty(1) == 0 && errno == ENOTTY); }

static long ask_for_time(struct worker *worker) {
  struct timespec now;
  return error_of(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now));
}
static long pause_shortly(struct worker *worker) { return error_of(nanosleep(&(struct timespec){0, 1000}, NULL)); }
static long ask_for_random(struct worker *worker) {
  char bytes[8];
  return error_of(getrandom(bytes, sizeof bytes, 0));
}
static long ask_for_limit(struct worker *worker) {
  struct rlimit limit;
  return error_of(getrlimit(RLIMIT_STACK, &limit));
}
static long ask_for_numbers(struct worker *worker) {
  geteuid();
  return must(syscall(SYS_getpid) > 0 && syscall(SYS_gettid) > 0 && syscall(SYS_geteuid) >= 0);
}

static volatile sig_atomic_t was_signalled;
static void note_signal(int signal) { was_signalled = signal; }
static long raise_signal(struct worker *worker) {
  struct sigaction action = {.sa_handler = note_signal};
  sigset_t all, before;
  sigfillset(&all);
  if (sigaction(SIGUSR1, &action, NULL) != 0 || pthread_sigmask(SIG_BLOCK, &all, &before) != 0) return must(0);
  if (pthread_sigmask(SIG_SETMASK, &before, NULL) != 0 || raise(SIGUSR1) != 0) return must(0);
  return must(was_signalled == SIGUSR1);
}

void report_needs(struct worker *worker, struct report *report) {
  static const struct {
    const char *name;
    long (*try)(struct worker *);
  } needs[] = {
    {"allocate", allocate}, {"brk", move_break}, {"madvise", give_back_pages}, {"threads", start_threads},
    {"condition", wait_for_condition}, {"processors", count_processors}, {"yield", yield}, {"read", read_media},
    {"fstat", status_of_media}, {"fstat-empty-path", status_by_empty_path}, {"fstat-closed", status_of_closed},
    {"write-memory", write_memory}, {"map-memory", map_memory}, {"file-size-limit", write_too_much},
    {"messages", exchange_messages}, {"fcntl", duplicate}, {"isatty", ask_for_terminal}, {"clock", ask_for_time},
    {"sleep", pause_shortly}, {"random", ask_for_random}, {"limit", ask_for_limit}, {"numbers", ask_for_numbers},
    {"signal", raise_signal},
  };
  for (size_t index = 0; index < sizeof needs / sizeof *needs; index++) {
    add_line(report, needs[index].name, needs[index].try(worker));
  }
}
#endif
