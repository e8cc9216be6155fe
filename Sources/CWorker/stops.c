// Signals that ask a process to finish what it has begun.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t first_signal = 0;
static int write_end = -1;
static const int signals[] = {SIGINT, SIGTERM};
// What they did before.
static struct sigaction before[2];

static void note(int number) {
  int saved = errno;
  if (first_signal == 0) first_signal = number;
  // The second one does what it did before: it ends the process, as soon as no file has a temporary name.
  for (int index = 0; index < 2; index++) sigaction(signals[index], &before[index], NULL);
  if (write(write_end, "", 1) != 1) {
    // The pipe has room for thousands, and one is enough.
  }
  errno = saved;
}

static int prepare(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0;
}

int fg_catch_stops(void) {
  int ends[2];
  if (pipe(ends) != 0) return -errno;
  if (!prepare(ends[0]) || !prepare(ends[1])) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  write_end = ends[1];
  // All are known before one is handled.
  for (int index = 0; index < 2; index++) sigaction(signals[index], NULL, &before[index]);
  for (int index = 0; index < 2; index++) {
    struct sigaction own = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&own.sa_mask);
    // A shell starts what it puts into the background with SIGINT ignored, and that stays so.
    if (before[index].sa_handler != SIG_IGN) sigaction(signals[index], &own, NULL);
  }
  return ends[0];
}

int fg_stop_signal(void) { return first_signal; }
