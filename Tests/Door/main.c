/* Stands in for the tool in scripts: asks the fork server for a run in its place, and ends as that run ends.

   FRAMEGRAB_FORK_SERVER is the server's name, FRAMEGRAB_PROGRAM the path of the tool, which is started where the server
   cannot give the same: with a library of LD_PRELOAD, with --timings, on a terminal, with more descriptors than the
   standard streams or without one of them, and when the server refuses, since limits, rights, namespaces or the session
   are not its own.

   A process that is stopped, or killed by SIGKILL, is this one and not the run, which the server kills then; scripts
   about that start the program. */

#ifdef __linux__
#define _GNU_SOURCE
#include "CForkServer.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *const own_variables[] = {"FRAMEGRAB_FORK_SERVER=", "FRAMEGRAB_PROGRAM="};

static const int passed_on[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGCONT};

// Whether the standard streams, none of them a terminal, are all descriptors.
static int has_streams_only(void) {
  for (int number = 0; number < 3; number++) {
    if (isatty(number) || errno == EBADF) return 0;
  }
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return 0;
  int count = 0;
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) count += entry->d_name[0] != '.';
  closedir(folder);
  // One is that of the folder.
  return count == 4;
}

static struct fork_manner find_manner(const sigset_t *blocked) {
  struct fork_manner manner = {.mask = umask(0)};
  umask((mode_t)manner.mask);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    uint64_t bit = (uint64_t)1 << (number - 1);
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) manner.ignored |= bit;
    if (sigismember(blocked, number) == 1) manner.blocked |= bit;
  }
  return manner;
}

// MARK: The request

struct text {
  char *bytes;
  size_t size;
};

static void add(struct text *text, const char *string) {
  size_t length = strlen(string) + 1;
  char *bytes = realloc(text->bytes, text->size + length);
  if (bytes == NULL) _exit(125);
  memcpy(bytes + text->size, string, length);
  *text = (struct text){bytes, text->size + length};
}

static void add_list(struct text *text, char **list) {
  size_t count = 0;
  while (list[count] != NULL) count++;
  char number[32];
  snprintf(number, sizeof number, "%zu", count);
  add(text, number);
  for (size_t index = 0; index < count; index++) add(text, list[index]);
}

static void forget_own_variables(void) {
  char **kept = environ;
  for (char **variable = environ; *variable != NULL; variable++) {
    int is_own = 0;
    for (size_t index = 0; index < sizeof own_variables / sizeof *own_variables; index++)
      is_own |= strncmp(*variable, own_variables[index], strlen(own_variables[index])) == 0;
    if (!is_own) *kept++ = *variable;
  }
  *kept = NULL;
}

// MARK: The run

static _Noreturn void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  // The run has left what there is to leave of a crash.
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int number = WTERMSIG(status);
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + number);
}

// Returns when the server refuses.
static void await(int connection, int signals) {
  pid_t process = 0;
  for (;;) {
    struct pollfd states[] = {
      {.fd = connection, .events = POLLIN}, {.fd = process > 0 ? signals : -1, .events = POLLIN}};
    if (poll(states, 2, -1) < 0) continue;
    struct signalfd_siginfo signal;
    if (states[1].revents && read(signals, &signal, sizeof signal) == sizeof signal)
      kill(process, (int)signal.ssi_signo);
    if (!states[0].revents) continue;
    struct fork_report report;
    ssize_t got = recv(connection, &report, sizeof report, MSG_WAITALL);
    // The server has ended.
    if (got != sizeof report) _exit(125);
    if (report.process < 0) return;
    if (report.status != -1) end_like(report.status);
    process = report.process;
  }
}

static void ask(const char *server, char **words) {
  sigset_t caught, before;
  sigemptyset(&caught);
  for (size_t index = 0; index < sizeof passed_on / sizeof *passed_on; index++) sigaddset(&caught, passed_on[index]);
  sigprocmask(SIG_BLOCK, &caught, &before);
  const struct fork_manner manner = find_manner(&before);
  struct text packed = {NULL, 0};
  add(&packed, "");
  add(&packed, "");
  add_list(&packed, words + 1);
  add_list(&packed, environ);
  int signals = signalfd(-1, &caught, SFD_CLOEXEC);
  int connection = fork_server_call(server, &manner, packed.bytes, packed.size);
  if (signals >= 0 && connection >= 0) await(connection, signals);
  if (signals >= 0) close(signals);
  if (connection >= 0) close(connection);
  free(packed.bytes);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

int main(int count, char **words) {
  const char *server = getenv("FRAMEGRAB_FORK_SERVER"), *program = getenv("FRAMEGRAB_PROGRAM");
  int is_about_start = getenv("LD_PRELOAD") != NULL;
  for (int index = 1; index < count; index++) is_about_start |= strcmp(words[index], "--timings") == 0;
  forget_own_variables();
  if (server != NULL && !is_about_start && has_streams_only()) ask(server, words);
  if (program == NULL) return 125;
  execv(program, words);
  perror(program);
  return 127;
}
#else
int main(void) { return 125; }
#endif
