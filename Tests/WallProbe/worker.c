// A worker of the probe, and its broker.
#ifdef __linux__
#define _GNU_SOURCE
#include "probe.h"

#include "CWorker.h"
#include "Escapes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Both far above what any task needs.
#define MEMORY_LIMIT ((uint64_t)4 << 30)
#define FILE_LIMIT ((uint64_t)1 << 20)

void add_line(struct report *report, const char *name, long number) {
  int added = snprintf(report->text + report->count, sizeof report->text - report->count, "%s %ld\n", name, number);
  if (added > 0 && (size_t)added < sizeof report->text - report->count) report->count += (size_t)added;
}

static void work(struct worker *worker, int wanted_walls, worker_task *task) {
  static struct report report;
  const int kept[] = {worker->socket, worker->media, worker->memory};
  int status = fg_become_worker(worker->broker, MEMORY_LIMIT, FILE_LIMIT, kept, 3);
  if (status != 0) _exit(100);
  worker->walls = fg_raise_walls(wanted_walls);
  add_line(&report, "walls", worker->walls);
  task(worker, &report);
  _exit(fg_send(worker->socket, report.text, report.count, NULL, 0, 1) == (ssize_t)report.count ? 0 : 101);
}

// Answers a "?" with a descriptor until the report comes.
static ssize_t serve(int socket, int file, char *text, size_t capacity) {
  for (;;) {
    int descriptors[4], count = 4;
    ssize_t received = fg_receive(socket, text, capacity, descriptors, &count);
    for (int index = 0; received > 0 && index < count; index++) close(descriptors[index]);
    if (received != 1) return received;
    fg_send(socket, "!", 1, &file, 1, 1);
  }
}

int print_report_of_worker(int wanted_walls, const char *file, worker_task *task) {
  static char text[REPORT_BYTES];
  int sockets[2];
  struct worker worker = {.broker = getpid(), .file = file};
  worker.media = open(file, O_RDONLY | O_CLOEXEC);
  worker.memory = fg_memory_file("picture");
  if (worker.media < 0 || worker.memory < 0 || fg_socket_pair(sockets) != 0) return 3;
  worker.socket = sockets[1];
  pid_t child = fg_fork();
  if (child < 0) return 4;
  if (child == 0) work(&worker, wanted_walls, task);
  close(sockets[1]);
  ssize_t received = serve(sockets[0], worker.media, text, sizeof text);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (received > 0) fwrite(text, 1, (size_t)received, stdout);
  int died = WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
  if (died != 0) printf("died %d\n", died);
  return 0;
}

void report_escapes(struct worker *worker, struct report *report) {
  const struct escape_aims aims = {.broker = worker->broker, .file = worker->file, .kept = worker->media};
  escapes_try_all(&aims, report->text + report->count, sizeof report->text - report->count);
  report->count = strlen(report->text);
}

void report_reads(struct worker *worker, struct report *report) {
  for (int index = 0; index < 5; index++) {
    char byte;
    if (pread(worker->media, &byte, 1, index) != 1) return;
    add_line(report, "read", index + 1);
  }
}

void call_abort(struct worker *worker, struct report *report) { abort(); }
#endif
