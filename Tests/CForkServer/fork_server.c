#ifdef __linux__
#define _GNU_SOURCE
#include "CForkServer.h"
#include "messages.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { most_runs = 256 };

// A run that has not ended.
struct run {
  pid_t process;
  int connection;
  // Whether it ends with its caller.
  int is_called;
};

static struct run runs[most_runs];
static size_t run_count;

// Functions of a preloaded FaultShim: it reads its settings, and reports at the end. Looked up once, since that touches the
// symbols of all libraries: a quarter of what a run without a video takes.
static void (*shim_begin)(void), (*shim_end)(void);

static char own_circumstances[most_circumstances];
static size_t own_length;

static void wake(int number) { (void)number; }

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "fork-server: %s: %s\n", what, strerror(errno));
  _exit(125);
}

// MARK: The run

static void need(int socket, void *bytes, size_t size) {
  if (read_all(socket, bytes, size) != 0) give_up("a request that breaks off");
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

// These streams, and no other descriptor.
static void take_streams(const int *streams) {
  // Above all that may be numbered 0 to 2.
  int safe[stream_count];
  for (int number = 0; number < stream_count; number++) {
    if ((safe[number] = fcntl(streams[number], F_DUPFD, 16)) < 0) give_up("a stream");
  }
  for (int number = 0; number < stream_count; number++) dup2(safe[number], number);
  close_range(stream_count, ~0U, 0);
}

static void take_signals(const struct fork_manner *manner) {
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int number = 1; number < NSIG; number++) {
    uint64_t bit = (uint64_t)1 << (number - 1);
    signal(number, manner->ignored & bit ? SIG_IGN : SIG_DFL);
    if (manner->blocked & bit) sigaddset(&blocked, number);
  }
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

// Leads a group, or a session whose terminal that is: the first one that it opens.
static void lead(const char *terminal) {
  if (*terminal == 0) {
    setpgid(0, 0);
    return;
  }
  int opened = setsid() < 0 ? -1 : open(terminal, O_RDWR);
  if (opened < 0) give_up(terminal);
  close(opened);
}

// Becomes what a start would have made.
static _Noreturn void be_tool(
  int connection, const int *streams, const struct fork_manner *manner, int leads, int (*tool)(int, char *const *)) {
  uint64_t size;
  need(connection, &size, sizeof size);
  char *packed = malloc(size + 1);
  if (packed == NULL) give_up("no memory");
  need(connection, packed, size);
  take_signals(manner);
  take_streams(streams);

  char *place = packed, *end = packed + size;
  char *folder = next_string(&place, end), *terminal = next_string(&place, end);
  unsigned long count = next_count(&place, end);
  char **arguments = calloc(count + 1, sizeof *arguments);
  for (unsigned long index = 0; index < count; index++) arguments[index] = next_string(&place, end);
  unsigned long variable_count = next_count(&place, end);
  clearenv();
  for (unsigned long index = 0; index < variable_count; index++) putenv(next_string(&place, end));
  if (*folder != 0 && chdir(folder) != 0) give_up(folder);
  if (leads) lead(terminal);
  if (shim_begin != NULL) shim_begin();
  int status = tool((int)count, arguments);
  fflush(NULL);
  if (shim_end != NULL) shim_end();
  // Not exit(3), which calls the ends of 147 libraries: 6 % of a run.
  _exit(status);
}

// A run for the tests: no signal is blocked or ignored, and it leads a group, or a session with its own terminal.
static _Noreturn void be_asked(const int *passed, int (*tool)(int, char *const *)) {
  const struct fork_manner manner = {0};
  be_tool(passed[0], passed + 1, &manner, 1, tool);
}

static _Noreturn void refuse(int connection) {
  const struct fork_report report = {.process = -1, .status = -1};
  (void)!send(connection, &report, sizeof report, MSG_NOSIGNAL);
  _exit(0);
}

// A run in the place of a caller: of the same user, with what it told, and in its group.
static _Noreturn void be_called(int connection, int (*tool)(int, char *const *)) {
  struct ucred caller;
  socklen_t caller_size = sizeof caller;
  int passed[passed_count];
  uint64_t length;
  char circumstances[most_circumstances];
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &caller, &caller_size) != 0 || caller.uid != geteuid()
      || receive_descriptors(connection, passed) != 1)
    _exit(0);
  need(connection, &length, sizeof length);
  if (own_length == 0 || length != own_length) refuse(connection);
  need(connection, circumstances, length);
  pid_t group = caller.pid > 0 ? getpgid(caller.pid) : -1;
  if (memcmp(circumstances, own_circumstances, length) != 0 || group <= 0 || setpgid(0, group) != 0)
    refuse(connection);
  struct fork_manner manner;
  need(connection, &manner, sizeof manner);
  umask((mode_t)manner.mask);
  if (fchdir(passed[0]) != 0) refuse(connection);
  be_tool(connection, passed + 1, &manner, 0, tool);
}

// MARK: The server

// The process, or 0 in it.
static pid_t begin(int connection, int is_called) {
  if (run_count == most_runs) give_up("too many runs");
  struct fork_report report = {.process = fork(), .status = -1};
  if (report.process < 0) give_up("fork");
  if (report.process == 0) return 0;
  // A client that is gone needs no report.
  (void)!send(connection, &report, sizeof report, MSG_NOSIGNAL);
  runs[run_count++] = (struct run){report.process, connection, is_called};
  return report.process;
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
  int passed[passed_count];
  int got = receive_descriptors(socket, passed);
  if (got < 0 && errno == EINTR) return 1;
  if (got < 0 && errno == 0) give_up("a request without its descriptors");
  if (got <= 0) return 0;
  if (begin(passed[0], 0) == 0) be_asked(passed, tool);
  for (int number = 1; number < passed_count; number++) close(passed[number]);
  return 1;
}

static void take_call(int listener, int (*tool)(int, char *const *)) {
  int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  // The caller may be gone again.
  if (connection >= 0 && begin(connection, 1) == 0) be_called(connection, tool);
}

void fork_server_run(int socket, int listener, const char *name, int (*tool)(int, char *const *)) {
  if (name != NULL) prctl(PR_SET_NAME, name);
  join_mappings();
  sigset_t blocked, waiting;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &waiting);
  struct sigaction action = {.sa_handler = wake};
  sigaction(SIGCHLD, &action, NULL);
  shim_begin = dlsym(RTLD_DEFAULT, "shim_begin");
  shim_end = dlsym(RTLD_DEFAULT, "shim_end");
  own_length = describe_circumstances(own_circumstances, sizeof own_circumstances);
  for (;;) {
    struct pollfd states[2 + most_runs] = {
      {.fd = socket, .events = POLLIN}, {.fd = run_count < most_runs ? listener : -1, .events = POLLIN}};
    size_t count = run_count;
    for (size_t index = 0; index < count; index++)
      states[2 + index].fd = runs[index].is_called ? runs[index].connection : -1;
    int ready = ppoll(states, 2 + count, NULL, &waiting);
    // Before reap, which changes the places.
    for (size_t index = 0; ready > 0 && index < count; index++) {
      if (!(states[2 + index].revents & (POLLHUP | POLLERR))) continue;
      kill(runs[index].process, SIGKILL);
      runs[index].is_called = 0;
    }
    reap();
    if (ready > 0 && states[0].revents && !take(socket, tool)) return;
    if (ready > 0 && states[1].revents) take_call(listener, tool);
  }
}
#endif
