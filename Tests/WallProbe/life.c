// How a worker begins and ends.
#ifdef __linux__
#define _GNU_SOURCE
#include "CWorker.h"
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *sleep_forever(void *argument) {
  for (;;) pause();
  return argument;
}

int print_fork_with_threads(void) {
  pthread_t thread;
  pid_t child = fg_fork();
  if (child == 0) _exit(0);
  printf("alone %d\n", child > 0);
  waitpid(child, NULL, 0);
  if (pthread_create(&thread, NULL, sleep_forever, NULL) != 0) return 3;
  printf("with-thread %d\n", (int)fg_fork());
  return 0;
}

static long number_in(const char *path) {
  char text[32] = "";
  int file = open(path, O_RDONLY);
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? atol(text) : -1;
}

static int is_null_device(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

static void print_state(FILE *output, const int *kept, int kept_count) {
  int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}, ignored = 0, death = 0, open_count = 0;
  struct rlimit limit;
  for (int index = 0; index < 6; index++) {
    struct sigaction action;
    ignored += sigaction(signals[index], NULL, &action) == 0 && action.sa_handler == SIG_IGN;
  }
  fprintf(output, "ignored %d\n", ignored);
  fprintf(output, "death-signal %d\n", prctl(PR_GET_PDEATHSIG, &death) == 0 ? death : -1);
  fprintf(output, "oom-score %ld\n", number_in("/proc/self/oom_score_adj"));
  if (getrlimit(RLIMIT_AS, &limit) == 0) fprintf(output, "memory %ld\n", (long)limit.rlim_max);
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0) fprintf(output, "file-size %ld\n", (long)limit.rlim_max);
  if (getrlimit(RLIMIT_CORE, &limit) == 0) fprintf(output, "core %ld\n", (long)limit.rlim_max);
  fprintf(output, "null %d\n", is_null_device(0) + is_null_device(1) + is_null_device(2));
  for (int descriptor = 0; descriptor < 1000; descriptor++) open_count += fcntl(descriptor, F_GETFD) >= 0;
  fprintf(output, "open %d\n", open_count);
  for (int index = 0; index < kept_count; index++) fprintf(output, "kept %d\n", fcntl(kept[index], F_GETFD) >= 0);
}

int print_limits(const char *file) {
  int output = dup(1), ends[3];
  // Descriptors between and beyond the kept one, which have to go.
  for (int index = 0; index < 3; index++) ends[index] = open(file, O_RDONLY);
  int far = fcntl(ends[0], F_DUPFD, 700);
  pid_t broker = getpid(), child = fg_fork();
  if (child < 0 || far < 0) return 3;
  if (child == 0) {
    const int kept[] = {ends[1], output};
    int status = fg_become_worker(broker, (uint64_t)3 << 30, 1 << 20, kept, 2);
    FILE *lines = fdopen(output, "w");
    if (!lines) _exit(1);
    fprintf(lines, "status %d\n", status);
    print_state(lines, kept, 2);
    fclose(lines);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  return 0;
}

static void run_broker(int end) {
  int sockets[2];
  char byte;
  pid_t broker = getpid();
  if (fg_socket_pair(sockets) != 0) _exit(1);
  pid_t child = fg_fork();
  if (child == 0) {
    const int kept[] = {sockets[1], end};
    if (fg_become_worker(broker, 0, 0, kept, 2) != 0) _exit(1);
    fg_raise_walls(FG_WALL_LANDLOCK | FG_WALL_SECCOMP);
    fg_send(sockets[1], "x", 1, NULL, 0, 1);
    for (;;) nanosleep(&(struct timespec){1000, 0}, NULL);
  }
  close(sockets[1]);
  if (fg_receive(sockets[0], &byte, 1, NULL, NULL) != 1) _exit(1);
  raise(SIGKILL);
}

// The worker holds one end of a pipe: its end is the end of the pipe.
int print_end_of_worker_without_broker(void) {
  int pipe_ends[2], status = 0;
  if (pipe(pipe_ends) != 0) return 3;
  pid_t broker = fg_fork();
  if (broker == 0) run_broker(pipe_ends[1]);
  close(pipe_ends[1]);
  waitpid(broker, &status, 0);
  printf("broker-signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  struct pollfd state = {.fd = pipe_ends[0], .events = POLLIN};
  printf("worker-ended %d\n", poll(&state, 1, 20000) == 1 && (state.revents & POLLHUP) != 0);
  return 0;
}

int print_end_of_worker_with_other_parent(void) {
  int status = 0;
  pid_t child = fg_fork();
  if (child == 0) {
    fg_become_worker(1 << 30, 0, 0, NULL, 0);
    _exit(99);
  }
  waitpid(child, &status, 0);
  printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  return 0;
}

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int compare(const void *left, const void *right) {
  return (int)(*(const long *)left - *(const long *)right);
}

// The medians of 201 workers.
int print_cost(void) {
  enum { COUNT = 201 };
  long become[COUNT], raise[COUNT];
  int sockets[2];
  if (fg_socket_pair(sockets) != 0) return 3;
  for (int index = 0; index < COUNT; index++) {
    long times[3];
    pid_t broker = getpid(), child = fg_fork();
    if (child == 0) {
      times[0] = microseconds();
      fg_become_worker(broker, (uint64_t)4 << 30, 1 << 20, &sockets[1], 1);
      times[1] = microseconds();
      fg_raise_walls(FG_WALL_LANDLOCK | FG_WALL_SECCOMP);
      times[2] = microseconds();
      fg_send(sockets[1], times, sizeof times, NULL, 0, 1);
      _exit(0);
    }
    if (fg_receive(sockets[0], times, sizeof times, NULL, NULL) != sizeof times) return 4;
    waitpid(child, NULL, 0);
    become[index] = times[1] - times[0];
    raise[index] = times[2] - times[1];
  }
  qsort(become, COUNT, sizeof *become, compare);
  qsort(raise, COUNT, sizeof *raise, compare);
  printf("become-worker %ld\nraise-walls %ld\n", become[COUNT / 2], raise[COUNT / 2]);
  return 0;
}
#endif
