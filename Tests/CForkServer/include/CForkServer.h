// A door to the tool that costs a fork in place of a start: the server has loaded all libraries once.
#ifndef CFORKSERVER_H
#define CFORKSERVER_H

#include <stddef.h>
#include <sys/types.h>

// What the server says about a run on its connection: first its process, then how it ended.
struct fork_report {
  pid_t process;
  // As waitpid has it; -1 while the process runs.
  int status;
};

// Answers requests on a socket until its other end is closed; each runs `tool` in a process of its own, with the
// arguments, variables, folder and streams of the request.
void fork_server_run(int socket, int (*tool)(int count, char *const *arguments));

// Asks the server behind `socket` for a run with these streams. Packed are strings that end with NUL: the folder (empty:
// that of the server), the number of arguments, these, the number of variables, these.
// Returns a socket on which two fork_reports arrive, or -1 with errno.
int fork_server_ask(int socket, const int streams[3], const char *packed, size_t size);

// Two connected sockets for a server; the second is its own. Returns 0, or -1 with errno.
int fork_server_pair(int ends[2]);

#endif
