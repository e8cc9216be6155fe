// What a child does to itself to become a worker.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>

// The score from -1000 to 1000 by which the system chooses what to end when memory runs out. A higher one stays.
static void offer_memory(void) {
  int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  char text[16] = {0};
  if (read(file, text, sizeof text - 1) > 0 && atoi(text) < 500 && write(file, "500", 3) != 3) {
    // A worker without it works as well.
  }
  close(file);
}

static void end_with(pid_t broker) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The broker may have ended before: then there is another parent, and no signal will come.
  if (getppid() != broker) _exit(1);
}

// Closes the descriptors from `first` to `last`; all from `first` on if `last` is negative.
static int close_range_of(int first, int last) {
#ifdef SYS_close_range
  return (int)syscall(SYS_close_range, (unsigned)first, last < 0 ? ~0U : (unsigned)last, 0U);
#else
  errno = ENOSYS;
  return -1;
#endif
}
#else
static void offer_memory(void) {}
static void end_with(pid_t broker) {
  if (getppid() != broker) _exit(1);
}
static int close_range_of(int first, int last) {
  (void)first;
  (void)last;
  errno = ENOSYS;
  return -1;
}
#endif

static int set_limit(int resource, uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -errno;
  if (bytes < limit.rlim_max) limit.rlim_max = bytes;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit) != 0 ? -errno : 0;
}

static int set_limits(uint64_t memory, uint64_t file_size) {
  int status = set_limit(RLIMIT_CORE, 0);
  if (status == 0 && memory > 0) status = set_limit(RLIMIT_AS, memory);
  if (status == 0 && file_size > 0) status = set_limit(RLIMIT_FSIZE, file_size);
  return status;
}

static int is_kept(int descriptor, const int *kept, int kept_count) {
  for (int index = 0; index < kept_count; index++) {
    if (kept[index] == descriptor) return 1;
  }
  return 0;
}

// A file that has nothing and takes nothing, on which reading and writing at least end at once. Some roots have no
// devices; there it is a socket whose other end is closed.
static int open_nothing(void) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) return null;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -errno;
  close(ends[1]);
  return ends[0];
}

static int quieten_standard_streams(const int *kept, int kept_count) {
  int null = open_nothing();
  if (null < 0) return null;
  for (int stream = 0; stream <= 2; stream++) {
    if (is_kept(stream, kept, kept_count) || null == stream) continue;
    if (dup2(null, stream) < 0) return -errno;
  }
  // Where one of the three was closed, it is that one already.
  if (null > 2) close(null);
  return 0;
}

// The lowest descriptor in the list that is `first` or higher; -1 if there is none.
static int next_kept(int first, const int *kept, int kept_count) {
  int next = -1;
  for (int index = 0; index < kept_count; index++) {
    if (kept[index] >= first && (next < 0 || kept[index] < next)) next = kept[index];
  }
  return next;
}

static int close_one_by_one(const int *kept, int kept_count) {
#ifdef __linux__
  DIR *folder = opendir("/proc/self/fd");
#else
  DIR *folder = opendir("/dev/fd");
#endif
  if (!folder) return -errno;
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    int descriptor = atoi(entry->d_name);
    if (descriptor > 2 && descriptor != dirfd(folder) && !is_kept(descriptor, kept, kept_count)) close(descriptor);
  }
  closedir(folder);
  return 0;
}

static int close_others(const int *kept, int kept_count) {
  int first = 3;
  for (;;) {
    int next = next_kept(first, kept, kept_count);
    // Kernels before 5.9 do not have the call, and old containers refuse it.
    if (next != first && close_range_of(first, next - 1) != 0) return close_one_by_one(kept, kept_count);
    if (next < 0) return 0;
    first = next + 1;
  }
}

// Signals from a keyboard are the broker's matter, and those of a closed pipe or a full quota are errors of the call.
static int keep_only(const int *kept, int kept_count) {
  static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
  int status = quieten_standard_streams(kept, kept_count);
  return status == 0 ? close_others(kept, kept_count) : status;
}

static int leave_broker(pid_t broker, const int *kept, int kept_count) {
  end_with(broker);
  return keep_only(kept, kept_count);
}

int fg_become_keeper(int kept) {
  const int both[] = {kept, 2};
  return keep_only(both, 2);
}

int fg_become_zygote(pid_t broker, int kept) { return leave_broker(broker, &kept, 1); }

int fg_become_worker(pid_t broker, uint64_t memory, uint64_t file_size, const int *kept, int kept_count) {
  int status = leave_broker(broker, kept, kept_count);
  offer_memory();
  return status == 0 ? set_limits(memory, file_size) : status;
}
