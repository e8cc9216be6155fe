// Forks workers and lets them try things, for WorkersTests: a test host has threads and cannot fork.
//
// wall-probe COMMAND [WALLS FILE] prints lines, each a name and a number. WALLS is a set as in fg_raise_walls.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <unistd.h>

static const struct {
  const char *name;
  worker_task *task;
} tasks[] = {
  {"needs", report_needs}, {"escapes", report_escapes}, {"other-calls", report_other_calls},
  {"reads", report_reads}, {"abort", call_abort},
};

// Those that stand in this process, and the version of Landlock (0: there is none).
static int print_walls(void) {
  long version = syscall(444, NULL, 0, 1);
  printf("landlock-version %ld\n", version < 0 ? 0 : version);
  printf("walls %d\n", fg_raise_walls(FG_WALL_LANDLOCK | FG_WALL_SECCOMP));
  return 0;
}

int main(int count, char **words) {
  const char *command = count > 1 ? words[1] : "";
  if (strcmp(command, "walls") == 0) return print_walls();
  if (strcmp(command, "messages") == 0) return print_messages();
  if (strcmp(command, "threads") == 0) return print_fork_with_threads();
  if (strcmp(command, "orphan") == 0) return print_end_of_worker_without_broker();
  if (strcmp(command, "stranger") == 0) return print_end_of_worker_with_other_parent();
  if (strcmp(command, "cost") == 0) return print_cost();
  if (count < 4) return 2;
  if (strcmp(command, "limits") == 0) return print_limits(words[3]);
  for (size_t index = 0; index < sizeof tasks / sizeof *tasks; index++) {
    if (strcmp(command, tasks[index].name) == 0) {
      return print_report_of_worker(atoi(words[2]), words[3], tasks[index].task);
    }
  }
  return 2;
}
#else
int main(void) { return printf("walls 0\n") < 0; }
#endif
