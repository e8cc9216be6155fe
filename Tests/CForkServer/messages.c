#ifdef __linux__
#define _GNU_SOURCE
#include "messages.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union descriptors {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(passed_count * sizeof(int))];
};

int send_descriptors(int socket, const int passed[passed_count]) {
  union descriptors control = {0};
  char byte = 0;
  struct iovec part = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){
    .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(passed_count * sizeof(int))};
  memcpy(CMSG_DATA(header), passed, passed_count * sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1 ? 0 : -1;
}

int receive_descriptors(int socket, int passed[passed_count]) {
  union descriptors control;
  char byte;
  struct iovec part = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (got <= 0) return (int)got;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_len != CMSG_LEN(passed_count * sizeof(int))) {
    errno = 0;
    return -1;
  }
  memcpy(passed, CMSG_DATA(header), passed_count * sizeof(int));
  return 1;
}

int send_all(int socket, const void *bytes, size_t size) {
  const char *rest = bytes;
  while (size > 0) {
    ssize_t sent = send(socket, rest, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return -1;
    rest += sent;
    size -= (size_t)sent;
  }
  return 0;
}

int read_all(int socket, void *bytes, size_t size) {
  char *rest = bytes;
  while (size > 0) {
    ssize_t got = read(socket, rest, size);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = 0;
    if (got <= 0) return -1;
    rest += got;
    size -= (size_t)got;
  }
  return 0;
}
#endif
