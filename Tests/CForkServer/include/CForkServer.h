// A door to the tool that costs a fork in place of a start: the server has loaded all libraries once.
#ifndef CFORKSERVER_H
#define CFORKSERVER_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What the server says about a run on its connection: first its process, then how it ended.
struct fork_report {
  // Below 0: the run is refused, and its caller starts the program.
  pid_t process;
  // As waitpid has it; -1 while the process runs.
  int status;
};

// What a process leaves to a program that it starts, beside what a server and its callers have in common.
struct fork_manner {
  uint64_t mask;
  // Sets of signals: bit 0 is signal 1.
  uint64_t ignored, blocked;
};

// Answers requests on a socket until its other end is closed; each runs `tool` in a process of its own, with the
// arguments, variables, folder and streams of the request. Processes that connect to `listener` are callers
// (Tests/Door): their runs are in their group, and are killed when they are gone; below 0 there is none. `ps` shows
// `name`, if any.
void fork_server_run(int socket, int listener, const char *name, int (*tool)(int count, char *const *arguments));

// Asks the server behind `socket` for a run with these streams. Packed are strings that end with NUL: the folder (empty:
// that of the server), the terminal whose session the run leads (empty: it leads a group), the number of arguments,
// these, the number of variables, these.
// Returns a socket on which two fork_reports arrive, or -1 with errno.
int fork_server_ask(int socket, const int streams[3], const char *packed, size_t size);

// Two connected sockets for a server; the second is its own. Returns 0, or -1 with errno.
int fork_server_pair(int ends[2]);

enum { fork_server_name_size = 16 };

// A socket for callers, and its name, which ends with NUL. Returns -1 with errno if there is none to be had.
int fork_server_listen(char name[fork_server_name_size]);

// Asks the server with this name for a run in the place of this process: with its streams, folder and circumstances.
// The rest is as for fork_server_ask.
int fork_server_call(const char *name, const struct fork_manner *manner, const char *packed, size_t size);

// A program that is started with these actions has no descriptor from this one on. The function of glibc that does it is
// shown only to programs that ask for its extensions.
void fork_server_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
