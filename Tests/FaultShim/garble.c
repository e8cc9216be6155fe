// Changes what a real worker says on its way to the broker: SHIM_GARBLE is the seed of a sequence of numbers.
//
// From its first read of the file that is meant, one in four of its messages is changed, and one in eight pieces of the
// file that both share. With the same seed and the same messages, the changes are the same.
#ifdef __linux__
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static uint64_t state;
static int garbles;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void find(void) {
  if (!real_sendmsg) real_sendmsg = (ssize_t(*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
}

// Before main, since a worker may not open the files that dlsym may need.
__attribute__((constructor(103))) void shim_prepare_garbling(void) {
  find();
  const char *seed = shim_setting("SHIM_GARBLE");
  if (seed) state = strtoull(seed, NULL, 10) * 0x9E3779B97F4A7C15u + 1;
}

void shim_start_garbling(void) {
  if (state) garbles = 1;
}

// xorshift64 of Marsaglia.
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 11;
}

static const unsigned char edges[] = {0, 1, 0x7F, 0x80, 0xFF};

// Changes bytes in place, of which there may be up to `room`; returns how many there are then.
static size_t change(unsigned char *bytes, size_t count, size_t room) {
  switch (next() % 6) {
  case 0:
    // One bit.
    if (count) bytes[next() % count] ^= (unsigned char)(1 << next() % 8);
    return count;
  case 1:
    if (count) bytes[next() % count] = edges[next() % sizeof edges];
    return count;
  case 2: return count ? next() % count : 0;
  case 3: {
    // Bytes behind the end.
    size_t more = 1 + next() % 40;
    for (; more && count < room; more--) bytes[count++] = (unsigned char)next();
    return count;
  }
  case 4: {
    // A number as large as any.
    size_t place = count ? next() % count : 0, most = 1 + next() % 9;
    for (size_t index = 0; index < most && place + index < count; index++) bytes[place + index] = 0xFF;
    return count;
  }
  default: {
    // A part twice.
    size_t from = count ? next() % count : 0, part = count - from;
    if (part > room - count) part = room - count;
    memmove(bytes + count, bytes + from, part);
    return count + part;
  }
  }
}

ssize_t sendmsg(int connection, const struct msghdr *message, int flags) {
  find();
  static unsigned char bytes[512 << 10];
  if (!garbles || message->msg_iovlen != 1 || message->msg_iov->iov_len > sizeof bytes / 2)
    return real_sendmsg(connection, message, flags);
  pthread_mutex_lock(&lock);
  size_t count = message->msg_iov->iov_len;
  memcpy(bytes, message->msg_iov->iov_base, count);
  if (next() % 4 == 0) count = change(bytes, count, sizeof bytes);
  struct iovec content = {bytes, count};
  struct msghdr changed = *message;
  changed.msg_iov = &content;
  // Sometimes twice: the second one is not asked for.
  ssize_t sent = real_sendmsg(connection, &changed, flags);
  if (next() % 40 == 0) real_sendmsg(connection, &changed, flags | MSG_DONTWAIT);
  pthread_mutex_unlock(&lock);
  // The worker does not know.
  return sent < 0 ? sent : (ssize_t)message->msg_iov->iov_len;
}

ssize_t shim_write(shim_writing *real, int descriptor, const void *from, size_t count) {
  struct stat status;
  if (!garbles || count == 0 || count > 64 << 20 || syscall(SYS_fstat, descriptor, &status) != 0 ||
      !S_ISREG(status.st_mode) || next() % 8 != 0)
    return real(descriptor, from, count);
  unsigned char *bytes = malloc(count + 64);
  if (!bytes) return real(descriptor, from, count);
  memcpy(bytes, from, count);
  size_t changed = change(bytes, count, count + 64);
  ssize_t written = real(descriptor, bytes, changed);
  free(bytes);
  return written < 0 ? written : (ssize_t)count;
}
#endif
