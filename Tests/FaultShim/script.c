// A worker that was taken over: at its first read it speaks to its broker as a script says.
#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The script, read before main: steps of a letter, a number (4 bytes, little endian), and for some as many bytes.
static unsigned char script[4 << 20];
static size_t script_size;

__attribute__((constructor)) void shim_load_script(void) {
  const char *name = shim_setting("SHIM_SCRIPT");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  ssize_t part;
  while (script_size < sizeof script && (part = read(file, script + script_size, sizeof script - script_size)) > 0)
    script_size += (size_t)part;
  close(file);
}

static void pause_for(uint32_t milliseconds) {
  struct timespec wait = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&wait, NULL);
}

// A worker may call sendmsg and recvmsg only.
static ssize_t tell(int connection, const void *bytes, size_t count) {
  struct iovec content = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
  return sendmsg(connection, &message, MSG_NOSIGNAL);
}

static void hear(int connection) {
  static char answer[256 << 10];
  struct iovec content = {answer, sizeof answer};
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
  recvmsg(connection, &message, 0);
}

// The connection to the broker, and the file that is shared with it: the only ones of their kind.
static int find(int *memory) {
  int connection = -1;
  *memory = -1;
  for (int descriptor = 3; descriptor < 64; descriptor++) {
    struct stat status;
    if (syscall(SYS_fstat, descriptor, &status) != 0) continue;
    if (S_ISSOCK(status.st_mode) && connection < 0) connection = descriptor;
    // A file in memory has no name, and this process may write to it.
    if (S_ISREG(status.st_mode) && status.st_nlink == 0) *memory = descriptor;
  }
  return connection;
}

static void send_files(int connection, uint32_t count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(64 * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  if (count > 64) count = 64;
  struct iovec content = {"x", 1};
  struct msghdr message = {
    .msg_iov = &content, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(count * sizeof(int));
  memset(CMSG_DATA(&control.header), 0, count * sizeof(int));
  sendmsg(connection, &message, MSG_NOSIGNAL);
}

static uint32_t number_at(size_t place) {
  return (uint32_t)script[place] | (uint32_t)script[place + 1] << 8 | (uint32_t)script[place + 2] << 16 |
         (uint32_t)script[place + 3] << 24;
}

static int is_spoken;

// Steps: S a message; M bytes for the shared file; R receives so many messages; F a message with so many descriptors;
// W waits so many milliseconds; C closes the connection; X exits with a status; K kills itself with a signal;
// L repeats all that comes before so many times, 0 for ever. At the end it waits to be killed.
void shim_speak(void) {
  if (script_size == 0 || __atomic_exchange_n(&is_spoken, 1, __ATOMIC_SEQ_CST)) return;
  int memory, connection = find(&memory);
  uint32_t rounds = 0;
  for (size_t place = 0; place + 5 <= script_size;) {
    unsigned char step = script[place];
    uint32_t number = number_at(place + 1);
    place += 5;
    if ((step == 'S' || step == 'M') && number > script_size - place) break;
    switch (step) {
    case 'S':
      // Without a broker there is nothing more to do.
      if (tell(connection, script + place, number) < 0 && (errno == EPIPE || errno == ECONNRESET)) _exit(99);
      place += number;
      break;
    case 'M':
      if (write(memory, script + place, number) < 0) break;
      place += number;
      break;
    case 'R':
      for (uint32_t count = 0; count < number; count++) hear(connection);
      break;
    case 'F': send_files(connection, number); break;
    case 'W': pause_for(number); break;
    case 'C': close(connection); break;
    case 'X': _exit((int)number);
    case 'K':
      // The process may send a signal to its own threads only.
      signal((int)number, SIG_DFL);
      syscall(SYS_tgkill, getpid(), gettid(), (int)number);
      break;
    case 'L':
      if (number == 0 || ++rounds < number) place = 0;
      break;
    default: _exit(2);
    }
  }
  for (;;) pause_for(1000);
}
#endif
