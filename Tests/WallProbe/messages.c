// Messages between two ends in one process, with its open descriptors counted.
#ifdef __linux__
#define _GNU_SOURCE
#include "CWorker.h"
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static char large[200 << 10];

static int count_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

// Sends `sent` descriptors with one byte, gives room for `room`, and prints what was received, and how many descriptors
// more are open after those were closed.
static void pass(const int ends[2], int sent, int room) {
  const int files[4] = {0, 1, 2, 0};
  int taken[4] = {-1, -1, -1, -1}, count = room, before = count_descriptors(), close_on_exec = 0;
  char byte;
  printf("pass-%d-of-%d-sent %zd\n", room, sent, fg_send(ends[0], "x", 1, files, sent, 1));
  printf("pass-%d-of-%d-received %zd\n", room, sent, fg_receive(ends[1], &byte, 1, taken, &count));
  for (int index = 0; index < count; index++) {
    close_on_exec += fcntl(taken[index], F_GETFD) == FD_CLOEXEC;
    close(taken[index]);
  }
  printf("pass-%d-of-%d-count %d\n", room, sent, count);
  printf("pass-%d-of-%d-close-on-exec %d\n", room, sent, close_on_exec);
  printf("pass-%d-of-%d-left-open %d\n", room, sent, count_descriptors() - before);
}

// More descriptors than fg_send sends, as a hostile worker can.
static void pass_too_many(const int ends[2]) {
  int files[20] = {0}, taken[4], count = 4, before = count_descriptors();
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof files)];
  } control = {.bytes = {0}};
  char byte = 'x';
  struct iovec content = {&byte, 1};
  struct msghdr message = {
    .msg_iov = &content, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
  control.header = (struct cmsghdr){
    .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof files)};
  memcpy(CMSG_DATA(&control.header), files, sizeof files);
  printf("pass-20-sent %zd\n", sendmsg(ends[0], &message, 0));
  printf("pass-20-received %zd\n", fg_receive(ends[1], &byte, 1, taken, &count));
  printf("pass-20-left-open %d\n", count_descriptors() - before);
}

static void pass_bytes(const int ends[2]) {
  static char received[200 << 10];
  memset(large, 'x', sizeof large);
  printf("send-128KiB %zd\n", fg_send(ends[0], large, 128 << 10, NULL, 0, 1));
  printf("send-more %zd\n", fg_send(ends[0], "more", 4, NULL, 0, 1));
  printf("receive-128KiB %zd\n", fg_receive(ends[1], received, sizeof received, NULL, NULL));
  printf("same %d\n", memcmp(large, received, 128 << 10) == 0);
  printf("receive-more %zd\n", fg_receive(ends[1], received, sizeof received, NULL, NULL));
  int file = 0, taken[4], count = 4, before = count_descriptors();
  fg_send(ends[0], large, 100, &file, 1, 1);
  printf("receive-truncated %zd\n", fg_receive(ends[1], received, 99, taken, &count));
  printf("truncated-count %d\n", count);
  printf("truncated-left-open %d\n", count_descriptors() - before);
  printf("send-nothing %zd\n", fg_send(ends[0], large, 0, NULL, 0, 1));
  printf("send-5-descriptors %zd\n", fg_send(ends[0], large, 1, taken, 5, 1));
}

// What was sent before an end was closed still arrives, also if it had not read everything.
static void pass_to_closed(void) {
  int ends[2];
  char byte;
  if (fg_socket_pair(ends) != 0) return;
  fg_send(ends[0], "request", 7, NULL, 0, 1);
  fg_send(ends[1], "a", 1, NULL, 0, 1);
  close(ends[1]);
  printf("receive-last %zd\n", fg_receive(ends[0], &byte, 1, NULL, NULL));
  printf("receive-end %zd\n", fg_receive(ends[0], &byte, 1, NULL, NULL));
  printf("send-to-closed %zd\n", fg_send(ends[0], "x", 1, NULL, 0, 1));
  close(ends[0]);
  printf("send-without-socket %zd\n", fg_send(ends[0], "x", 1, NULL, 0, 1));
  printf("receive-without-socket %zd\n", fg_receive(ends[0], &byte, 1, NULL, NULL));
}

int print_messages(void) {
  int ends[2];
  if (fg_socket_pair(ends) != 0) return 3;
  printf("socket-close-on-exec %d\n", fcntl(ends[0], F_GETFD) == FD_CLOEXEC && fcntl(ends[1], F_GETFD) == FD_CLOEXEC);
  pass_bytes(ends);
  pass(ends, 3, 4);
  pass(ends, 4, 4);
  pass(ends, 4, 2);
  pass(ends, 2, 0);
  pass_too_many(ends);
  pass_to_closed();
  int file = fg_memory_file("x");
  struct stat status;
  printf("memory-file-close-on-exec %d\n", fcntl(file, F_GETFD) == FD_CLOEXEC);
  printf("memory-file-executable %d\n", fstat(file, &status) == 0 && (status.st_mode & 0111) != 0);
  printf("memory-file-seals %d\n", fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE));
  return 0;
}
#endif
