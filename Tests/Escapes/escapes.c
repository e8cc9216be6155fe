#include "Escapes.h"

#ifdef __linux__
#define _GNU_SOURCE
#include "tries.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf before_try;

static void give_up_try(int signal) { siglongjmp(before_try, signal); }

// A try that ends in a signal has not succeeded either.
static int result_of(const struct escape_try *attempt, const struct escape_aims *aims) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
  enum { COUNT = sizeof signals / sizeof *signals };
  struct sigaction before[COUNT];
  for (int index = 0; index < COUNT; index++) {
    struct sigaction action = {.sa_handler = give_up_try};
    sigaction(signals[index], &action, &before[index]);
  }
  int signal = sigsetjmp(before_try, 1);
  int result = signal == 0 ? attempt->make(aims) : 1000 + signal;
  for (int index = 0; index < COUNT; index++) sigaction(signals[index], &before[index], NULL);
  return result;
}

const char *escapes_beside(const struct escape_aims *aims, const char *suffix) {
  static char path[4096];
  snprintf(path, sizeof path, "%s%s", aims->file, suffix);
  return path;
}

void escapes_try_all(const struct escape_aims *aims, char *text, size_t capacity) {
  const struct escape_try *const tables[] = {
    escapes_by_kernel, escapes_by_processes, escapes_by_descriptors, escapes_by_files};
  size_t used = 0;
  int count = 0;
  for (size_t table = 0; table < sizeof tables / sizeof *tables; table++) {
    for (const struct escape_try *attempt = tables[table]; attempt->name; attempt++, count++) {
      int result = result_of(attempt, aims);
      int added = snprintf(text + used, capacity - used, "%s %d\n", attempt->name, result);
      if (added < 0 || (size_t)added >= capacity - used) return;
      used += (size_t)added;
    }
  }
  snprintf(text + used, capacity - used, "done %d\n", count);
}
#else
void escapes_try_all(const struct escape_aims *aims, char *text, size_t capacity) {
  if (capacity > 0) text[0] = 0;
}
#endif
