// The walls around a worker, in their order.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#ifdef __linux__
#include "walls.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A worker of root would otherwise keep rights that neither wall is about, such as madvise(MADV_HWPOISON), which takes
// a page of memory away from the machine.
static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  syscall(SYS_capset, &header, none);
}

int fg_raise_walls(int wanted) {
  if ((wanted & (FG_WALL_LANDLOCK | FG_WALL_SECCOMP)) == 0) return 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  drop_capabilities();
  int standing = 0;
  // Landlock first: the filter refuses the calls that raise it.
  if (wanted & FG_WALL_LANDLOCK && fg_raise_landlock()) standing |= FG_WALL_LANDLOCK;
  if (wanted & FG_WALL_SECCOMP && fg_raise_filter()) standing |= FG_WALL_SECCOMP;
  return standing;
}

int fg_try_walls(void) {
  // The memory is shared and not copied, which would take two milliseconds; walls belong to a process alone.
  pid_t child = vfork();
  if (child == 0) _exit(fg_raise_walls(FG_WALL_LANDLOCK | FG_WALL_SECCOMP));
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}
#else
int fg_try_walls(void) { return 0; }

int fg_raise_walls(int wanted) {
  (void)wanted;
  return 0;
}
#endif
