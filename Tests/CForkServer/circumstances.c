#ifdef __linux__
#define _GNU_SOURCE
#include "messages.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Reads a whole file of /proc. Returns its length, or 0.
static size_t read_file(const char *name, char *text, size_t size) {
  int file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t length = 0;
  for (ssize_t part; length < size && (part = read(file, text + length, size - length)) > 0;) length += (size_t)part;
  close(file);
  return length;
}

// Users, groups, rights, filters of system calls, and processors, but not what changes by itself.
static const char *const kept[] = {
  "Uid:", "Gid:", "Groups:", "CapInh:", "CapPrm:", "CapEff:", "CapBnd:", "CapAmb:", "NoNewPrivs:", "Seccomp:",
  "Seccomp_filters:", "Cpus_allowed:", "Mems_allowed:",
};

static int is_kept(const char *line) {
  for (size_t index = 0; index < sizeof kept / sizeof *kept; index++) {
    if (strncmp(line, kept[index], strlen(kept[index])) == 0) return 1;
  }
  return 0;
}

// Keeps those lines of a text that ends with NUL. Returns how long they are.
static size_t keep_lines(char *text) {
  char *end = text;
  for (char *line = text; *line != 0;) {
    size_t length = strcspn(line, "\n");
    length += line[length] == '\n';
    char *next = line + length;
    if (is_kept(line)) {
      memmove(end, line, length);
      end += length;
    }
    line = next;
  }
  return (size_t)(end - text);
}

static const char *const links[] = {
  "/proc/self/root", "/proc/self/ns/mnt", "/proc/self/ns/pid", "/proc/self/ns/pid_for_children", "/proc/self/ns/net",
  "/proc/self/ns/user", "/proc/self/ns/uts", "/proc/self/ns/ipc", "/proc/self/ns/cgroup",
};

size_t describe_circumstances(char *text, size_t size) {
  size_t length = read_file("/proc/self/limits", text, size);
  if (length == 0) return 0;
  size_t more = size - length > 1 ? read_file("/proc/self/status", text + length, size - length - 1) : 0;
  if (more == 0) return 0;
  text[length + more] = 0;
  length += keep_lines(text + length);
  for (size_t index = 0; index < sizeof links / sizeof *links; index++) {
    char target[256];
    ssize_t got = readlink(links[index], target, sizeof target);
    if (got < 0 || (size_t)got >= size - length) return 0;
    memcpy(text + length, target, (size_t)got);
    length += (size_t)got;
  }
  int written = snprintf(
    text + length, size - length, "\nsession %d priority %d schedule %d\n", (int)getsid(0),
    getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
  return written > 0 && (size_t)written < size - length ? length + (size_t)written : 0;
}
#endif
