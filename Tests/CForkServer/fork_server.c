#ifdef __linux__
#define _GNU_SOURCE
#include "CForkServer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_runs = 256, stream_count = 3 };

// A run that has not ended.
struct run {
  pid_t process;
  int connection;
};

static struct run runs[most_runs];
static size_t run_count;

static void wake(int number) { (void)number; }

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "fork-server: %s: %s\n", what, strerror(errno));
  _exit(125);
}

// MARK: The client

int fork_server_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

static int send_all(int socket, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return -1;
    bytes += sent;
    size -= (size_t)sent;
  }
  return 0;
}

int fork_server_ask(int socket, const int streams[3], const char *packed, size_t size) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  int passed[stream_count + 1] = {ends[1], streams[0], streams[1], streams[2]};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof passed)];
  } control = {0};
  char byte = 0;
  struct iovec part = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){
    .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof passed)};
  memcpy(CMSG_DATA(header), passed, sizeof passed);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  close(ends[1]);
  uint64_t length = size;
  if (sent != 1 || send_all(ends[0], (const char *)&length, sizeof length) != 0
      || send_all(ends[0], packed, size) != 0) {
    int error = errno;
    close(ends[0]);
    errno = error;
    return -1;
  }
  return ends[0];
}

// MARK: The run

static void read_all(int socket, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t got = read(socket, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) give_up("a request that breaks off");
    bytes += got;
    size -= (size_t)got;
  }
}

// The next packed string, and how far it goes.
static char *next_string(char **place, char *end) {
  char *string = *place;
  size_t length = strnlen(string, (size_t)(end - string));
  if (string + length == end) give_up("a request that is too short");
  *place = string + length + 1;
  return string;
}

static unsigned long next_count(char **place, char *end) { return strtoul(next_string(place, end), NULL, 10); }

// Becomes what posix_spawn would have made: these streams, no other descriptor, no signal blocked or ignored, a group
// of its own.
static _Noreturn void be_tool(int connection, const int *streams, int (*tool)(int, char *const *)) {
  uint64_t size;
  read_all(connection, (char *)&size, sizeof size);
  char *packed = malloc(size + 1);
  if (packed == NULL) give_up("no memory");
  read_all(connection, packed, size);

  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Above all that may be numbered 0 to 2.
  int safe[stream_count];
  for (int number = 0; number < stream_count; number++) {
    if ((safe[number] = fcntl(streams[number], F_DUPFD, 16)) < 0) give_up("a stream");
  }
  for (int number = 0; number < stream_count; number++) dup2(safe[number], number);
  close_range(stream_count, ~0U, 0);

  char *place = packed, *end = packed + size;
  char *folder = next_string(&place, end);
  unsigned long count = next_count(&place, end);
  char **arguments = calloc(count + 1, sizeof *arguments);
  for (unsigned long index = 0; index < count; index++) arguments[index] = next_string(&place, end);
  unsigned long variable_count = next_count(&place, end);
  clearenv();
  for (unsigned long index = 0; index < variable_count; index++) putenv(next_string(&place, end));
  if (*folder != 0 && chdir(folder) != 0) give_up(folder);
  int status = tool((int)count, arguments);
  fflush(NULL);
  // Not exit(3), which calls the ends of 147 libraries: 6 % of a run.
  _exit(status);
}

// MARK: The server

static void start(int connection, const int *streams, int (*tool)(int, char *const *)) {
  struct fork_report report = {.status = -1};
  if (run_count == most_runs) give_up("too many runs");
  report.process = fork();
  if (report.process < 0) give_up("fork");
  if (report.process == 0) {
    setpgid(0, 0);
    be_tool(connection, streams, tool);
  }
  setpgid(report.process, report.process);
  for (int number = 0; number < stream_count; number++) close(streams[number]);
  // A client that is gone needs no report.
  (void)!send(connection, &report, sizeof report, MSG_NOSIGNAL);
  runs[run_count++] = (struct run){report.process, connection};
}

static void reap(void) {
  struct fork_report report;
  while ((report.process = waitpid(-1, &report.status, WNOHANG)) > 0) {
    for (size_t index = 0; index < run_count; index++) {
      if (runs[index].process != report.process) continue;
      (void)!send(runs[index].connection, &report, sizeof report, MSG_NOSIGNAL);
      close(runs[index].connection);
      runs[index] = runs[--run_count];
      break;
    }
  }
}

// Whether there may be more requests.
static int take(int socket, int (*tool)(int, char *const *)) {
  int passed[stream_count + 1];
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof passed)];
  } control;
  char byte;
  struct iovec part = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (got < 0 && errno == EINTR) return 1;
  if (got <= 0) return 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_len != CMSG_LEN(sizeof passed)) give_up("a request without its descriptors");
  memcpy(passed, CMSG_DATA(header), sizeof passed);
  start(passed[0], passed + 1, tool);
  return 1;
}

void fork_server_run(int socket, int (*tool)(int, char *const *)) {
  // The name by which `ps` knows the tool.
  prctl(PR_SET_NAME, "framegrab");
  sigset_t blocked, waiting;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &waiting);
  struct sigaction action = {.sa_handler = wake};
  sigaction(SIGCHLD, &action, NULL);
  struct pollfd state = {.fd = socket, .events = POLLIN};
  for (;;) {
    int ready = ppoll(&state, 1, NULL, &waiting);
    reap();
    if (ready > 0 && !take(socket, tool)) return;
  }
}
#endif
