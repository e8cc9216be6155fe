// Files and folders.
#ifdef __linux__
#define _GNU_SOURCE
#include "tries.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static int open_as(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

static int open_to_read(const struct escape_aims *aims) { return open_as(aims->file, O_RDONLY); }
static int open_to_write(const struct escape_aims *aims) { return open_as(aims->file, O_WRONLY); }
static int open_path(const struct escape_aims *aims) { return open_as(aims->file, O_PATH); }
static int create(const struct escape_aims *aims) {
  return open_as(escapes_beside(aims, ".created"), O_WRONLY | O_CREAT | O_EXCL);
}
static int open_unnamed(const struct escape_aims *aims) {
  return open_as("/tmp", O_WRONLY | O_TMPFILE);
}
static int open_by_how(const struct escape_aims *aims) {
  const uint64_t how[3] = {O_RDONLY | O_CLOEXEC, 0, 0};
  long file = syscall(SYS_openat2, AT_FDCWD, aims->file, how, sizeof how);
  if (file >= 0) close((int)file);
  return refusal_of(file);
}
static int open_folder(const struct escape_aims *aims) {
  return open_as("/", O_RDONLY | O_DIRECTORY);
}
static int open_own_memory(const struct escape_aims *aims) {
  return open_as("/proc/self/mem", O_RDWR);
}
static int open_own_maps(const struct escape_aims *aims) {
  return open_as("/proc/self/maps", O_RDONLY);
}
static int open_terminal(const struct escape_aims *aims) {
  return open_as("/dev/ptmx", O_RDWR | O_NOCTTY);
}
static int open_kept_again(const struct escape_aims *aims) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", aims->kept);
  return open_as(path, O_RDONLY);
}
static int open_broker_memory(const struct escape_aims *aims) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)aims->broker);
  return open_as(path, O_RDWR);
}

static int make_folder(const struct escape_aims *aims) {
  return refusal_of(mkdir(escapes_beside(aims, ".folder"), 0700));
}
static int make_link(const struct escape_aims *aims) {
  return refusal_of(symlink("/", escapes_beside(aims, ".symbolic")));
}
static int link_again(const struct escape_aims *aims) {
  return refusal_of(link(aims->file, escapes_beside(aims, ".link")));
}
static int link_kept(const struct escape_aims *aims) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", aims->kept);
  return refusal_of(linkat(AT_FDCWD, path, AT_FDCWD, escapes_beside(aims, ".kept"), AT_SYMLINK_FOLLOW));
}
static int make_fifo(const struct escape_aims *aims) { return refusal_of(mkfifo(escapes_beside(aims, ".fifo"), 0600)); }
static int change_mode(const struct escape_aims *aims) { return refusal_of(chmod(aims->file, 0600)); }
static int change_owner(const struct escape_aims *aims) { return refusal_of(chown(aims->file, getuid(), (gid_t)-1)); }
static int change_times(const struct escape_aims *aims) {
  return refusal_of(utimensat(AT_FDCWD, aims->file, NULL, 0));
}
static int change_attribute(const struct escape_aims *aims) {
  return refusal_of(setxattr(aims->file, "user.framegrab", "x", 1, 0));
}
static int shorten(const struct escape_aims *aims) { return refusal_of(truncate(aims->file, 16)); }
static int look(const struct escape_aims *aims) {
  struct stat status;
  return refusal_of(stat(aims->file, &status));
}
// The flag for fstat(3) accepts a path as well.
static int look_by_descriptor_flag(const struct escape_aims *aims) {
  struct stat status;
  return refusal_of(syscall(SYS_newfstatat, AT_FDCWD, aims->file, &status, AT_EMPTY_PATH));
}
static int look_extended(const struct escape_aims *aims) {
  char status[512];
  return refusal_of(syscall(SYS_statx, AT_FDCWD, aims->file, 0, 0x7FF, status));
}
static int look_at_kept_extended(const struct escape_aims *aims) {
  char status[512];
  return refusal_of(syscall(SYS_statx, aims->kept, "", AT_EMPTY_PATH, 0x7FF, status));
}
static int look_at_volume(const struct escape_aims *aims) {
  struct statfs status;
  return refusal_of(statfs(aims->file, &status));
}
static int ask_for_access(const struct escape_aims *aims) { return refusal_of(access(aims->file, R_OK)); }
static int read_link(const struct escape_aims *aims) {
  char text[256];
  return refusal_of(readlink("/proc/self/exe", text, sizeof text));
}
static int ask_for_folder(const struct escape_aims *aims) {
  char text[4096];
  return refusal_of(syscall(SYS_getcwd, text, sizeof text));
}
static int change_folder(const struct escape_aims *aims) {
  return refusal_of(chdir("."));
}
static int handle_of_name(const struct escape_aims *aims) {
  struct {
    struct file_handle handle;
    char bytes[128];
  } room = {.handle = {.handle_bytes = 128}};
  int mount;
  return refusal_of(name_to_handle_at(AT_FDCWD, aims->file, &room.handle, &mount, 0));
}
static int open_handle(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, O_RDONLY));
}
static int rename_there_and_back(const struct escape_aims *aims) {
  int result = refusal_of(rename(aims->file, escapes_beside(aims, ".renamed")));
  if (result == 0) rename(escapes_beside(aims, ".renamed"), aims->file);
  return result;
}
static int remove_folder(const struct escape_aims *aims) { return refusal_of(rmdir(escapes_beside(aims, ".folder"))); }
static int remove_file(const struct escape_aims *aims) { return refusal_of(unlink(aims->file)); }

const struct escape_try escapes_by_files[] = {
  {"open-read", open_to_read},
  {"open-write", open_to_write},
  {"open-path", open_path},
  {"create", create},
  {"open-unnamed", open_unnamed},
  {"openat2", open_by_how},
  {"open-folder", open_folder},
  {"proc-self-mem", open_own_memory},
  {"proc-self-maps", open_own_maps},
  {"ptmx", open_terminal},
  {"proc-self-fd", open_kept_again},
  {"proc-broker-mem", open_broker_memory},
  {"mkdir", make_folder},
  {"symlink", make_link},
  {"link", link_again},
  {"linkat-kept", link_kept},
  {"mkfifo", make_fifo},
  {"chmod", change_mode},
  {"chown", change_owner},
  {"utimensat", change_times},
  {"setxattr", change_attribute},
  {"truncate", shorten},
  {"stat", look},
  {"newfstatat-with-path", look_by_descriptor_flag},
  {"statx", look_extended},
  {"statx-kept", look_at_kept_extended},
  {"statfs", look_at_volume},
  {"access", ask_for_access},
  {"readlink", read_link},
  {"getcwd", ask_for_folder},
  {"chdir", change_folder},
  {"name_to_handle_at", handle_of_name},
  {"open_by_handle_at", open_handle},
  {"rename", rename_there_and_back},
  {"rmdir", remove_folder},
  {"unlink", remove_file},
  {NULL, NULL},
};
#endif
