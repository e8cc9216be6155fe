#ifdef __linux__
#define _GNU_SOURCE
#include "CForkServer.h"
#include "messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int fork_server_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

void fork_server_close_from(posix_spawn_file_actions_t *actions, int first) {
  posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static int close_failed(int socket) {
  int error = errno;
  close(socket);
  errno = error;
  return -1;
}

static int send_packed(int connection, const char *packed, size_t size) {
  uint64_t length = size;
  return send_all(connection, &length, sizeof length) == 0 ? send_all(connection, packed, size) : -1;
}

int fork_server_ask(int socket, const int streams[3], const char *packed, size_t size) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  int passed[passed_count] = {ends[1], streams[0], streams[1], streams[2]};
  int sent = send_descriptors(socket, passed);
  close(ends[1]);
  if (sent != 0 || send_packed(ends[0], packed, size) != 0) return close_failed(ends[0]);
  return ends[0];
}

// MARK: Callers

// The socket has no file, and its name starts with NUL (unix(7)): it is gone with the server.
static socklen_t make_address(struct sockaddr_un *address, const char *name) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length > sizeof address->sun_path - 1) length = sizeof address->sun_path - 1;
  memcpy(address->sun_path + 1, name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

int fork_server_listen(char name[fork_server_name_size]) {
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  // Without a name the system chooses one that nobody has.
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  socklen_t size = sizeof address.sun_family;
  if (bind(listener, (struct sockaddr *)&address, size) != 0) return close_failed(listener);
  size = sizeof address;
  if (getsockname(listener, (struct sockaddr *)&address, &size) != 0 || listen(listener, 128) != 0)
    return close_failed(listener);
  int length = (int)(size - offsetof(struct sockaddr_un, sun_path)) - 1;
  snprintf(name, fork_server_name_size, "%.*s", length, address.sun_path + 1);
  return listener;
}

int fork_server_call(const char *name, const struct fork_manner *manner, const char *packed, size_t size) {
  char circumstances[most_circumstances];
  uint64_t length = describe_circumstances(circumstances, sizeof circumstances);
  int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_un address;
  socklen_t address_size = make_address(&address, name);
  const int passed[passed_count] = {folder, 0, 1, 2};
  if (length == 0 || folder < 0 || connection < 0
      || connect(connection, (struct sockaddr *)&address, address_size) != 0
      || send_descriptors(connection, passed) != 0 || send_all(connection, &length, sizeof length) != 0
      || send_all(connection, circumstances, length) != 0 || send_all(connection, manner, sizeof *manner) != 0
      || send_packed(connection, packed, size) != 0) {
    int error = errno;
    if (folder >= 0) close(folder);
    if (connection >= 0) close(connection);
    errno = error;
    return -1;
  }
  close(folder);
  return connection;
}
#endif
