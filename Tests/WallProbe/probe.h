#ifndef PROBE_H
#define PROBE_H

#include <stddef.h>
#include <sys/types.h>

// Lines of text, each a name and a number. Room for every list that the probe makes.
#define REPORT_BYTES 32768
struct report {
  char text[REPORT_BYTES];
  size_t count;
};
void add_line(struct report *report, const char *name, long number);

// What a worker of the probe has. Its descriptors are all that it keeps.
struct worker {
  pid_t broker;
  // The connection to the broker, a file to read, and an empty file in memory to write.
  int socket;
  int media;
  int memory;
  // The path of a file that tries may destroy.
  const char *file;
  // The walls that stand.
  int walls;
};

// Forks a worker with these walls, which makes a report; prints it. Without a report, the line "died" and how: 1000 and
// a signal, or an exit status. `file` is read as the media.
typedef void worker_task(struct worker *worker, struct report *report);
int print_report_of_worker(int wanted_walls, const char *file, worker_task *task);

// Tasks of a worker. Each line is 0, or an errno.
worker_task report_needs;
worker_task report_escapes;
// Every call that is not on the list of allowed ones.
worker_task report_other_calls;
// Reads the media five times.
worker_task report_reads;
// Ends the worker.
worker_task call_abort;

// What the probe does itself, without a worker that has walls. Each prints lines, and returns an exit status.
int print_messages(void);
int print_fork_with_threads(void);
int print_limits(const char *file);
int print_end_of_worker_without_broker(void);
int print_end_of_worker_with_other_parent(void);
int print_cost(void);

#endif
