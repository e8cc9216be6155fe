// Refused allocations, and the crashes that follow from them.
#include "refusal.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "CMemory.h"

static atomic_uint refusals;
static char last_line[4096];

void note_refusal(void) { atomic_fetch_add_explicit(&refusals, 1, memory_order_relaxed); }

unsigned fg_refusals(void) { return atomic_load_explicit(&refusals, memory_order_relaxed); }

void fg_forget_refusals(void) { atomic_store(&refusals, 0); }

// A stack that has grown stays so.
static void __attribute__((noinline)) grow_stack(void) {
  volatile char room[512 << 10];
  room[0] = 0;
}

// Only what a signal handler may do: the state of the process is unknown.
static void explain(int number) {
  if (atomic_load(&refusals) > 0) {
    size_t length = strlen(last_line);
    if (length > 0 && write(STDERR_FILENO, last_line, length) < 0) {
      // Standard error takes nothing; the status tells the same.
    }
    _exit(FG_NO_MEMORY_STATUS);
  }
  // The handler is gone (SA_RESETHAND), so this ends the process.
  raise(number);
}

void fg_explain_crashes(const char *line) {
  grow_stack();
  strncpy(last_line, line, sizeof last_line - 1);
  struct sigaction action = {.sa_handler = explain, .sa_flags = SA_NODEFER | SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) sigaction(crashes[index], &action, NULL);
}
