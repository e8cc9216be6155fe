#include "CWorker.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#ifdef __linux__
static int has_other_threads(void) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return 0;
  int count = 0;
  for (struct dirent *entry = readdir(threads); entry; entry = readdir(threads)) count += entry->d_name[0] != '.';
  closedir(threads);
  return count > 1;
}
#else
static int has_other_threads(void) { return 0; }
#endif

pid_t fg_fork(void) {
  if (has_other_threads()) return -EBUSY;
  pid_t child = fork();
  return child < 0 ? -errno : child;
}
