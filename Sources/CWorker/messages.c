// Messages between a broker and a worker.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// Twice the longest message: the kernel counts its own records, too.
#define BUFFER_BYTES (256 << 10)
#define MOST_DESCRIPTORS 4

// Room for one control message with descriptors, aligned as the system asks.
union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
};

#ifdef __linux__
#define SEND_FLAGS MSG_NOSIGNAL
#define RECEIVE_FLAGS MSG_CMSG_CLOEXEC
// Linux says once, before what was sent, that the other end was closed with messages that it had not read.
#define MOST_RESETS 1

static int make_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }
static void close_on_exec(int descriptor) { (void)descriptor; }
#else
#define SEND_FLAGS 0
#define RECEIVE_FLAGS 0
// On macOS this is the end.
#define MOST_RESETS 0

static void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
static int make_pair(int sockets[2]) {
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    close_on_exec(sockets[end]);
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(sockets[end], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }
  return 0;
}
#endif

int fg_socket_pair(int sockets[2]) {
  if (make_pair(sockets) != 0) return -errno;
  for (int end = 0; end < 2; end++) {
    int bytes = BUFFER_BYTES;
    // A smaller limit of the system is no reason to fail: short messages still fit.
    setsockopt(sockets[end], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
#ifndef __linux__
    setsockopt(sockets[end], SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
#endif
  }
  return 0;
}

ssize_t fg_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits) {
  // A message without bytes would look like the end to the receiver.
  if (count == 0 || descriptor_count < 0 || descriptor_count > MOST_DESCRIPTORS) return -EINVAL;
  struct iovec content = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
  union control control;
  if (descriptor_count > 0) {
    size_t size = (size_t)descriptor_count * sizeof(int);
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, SEND_FLAGS | (waits ? 0 : MSG_DONTWAIT));
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

// Copies the descriptors of a message and returns their number; those beyond the room are closed.
static int take_descriptors(struct msghdr *message, int *descriptors, int room) {
  int taken = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof descriptor, sizeof descriptor);
      if (taken < room) {
        close_on_exec(descriptor);
        descriptors[taken++] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return taken;
}

ssize_t fg_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *descriptor_count) {
  int room = descriptor_count ? *descriptor_count : 0;
  if (descriptor_count) *descriptor_count = 0;
  struct iovec content = {bytes, capacity};
  union control control;
  struct msghdr message;
  ssize_t received;
  int resets = 0;
  do {
    message = (struct msghdr){
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    received = recvmsg(socket, &message, RECEIVE_FLAGS);
  } while (received < 0 && (errno == EINTR || (errno == ECONNRESET && resets++ < MOST_RESETS)));
  if (received < 0) return errno == ECONNRESET ? 0 : -errno;
  int is_truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  // Without bytes it is the end, whose receiver expects no descriptors.
  int taken = take_descriptors(&message, descriptors, is_truncated || received == 0 ? 0 : room);
  if (is_truncated) return -EMSGSIZE;
  if (descriptor_count) *descriptor_count = taken;
  return received;
}
