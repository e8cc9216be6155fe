// The kernel's larger interfaces, the walls themselves, executable memory, and calls by other doors.
#ifdef __linux__
#define _GNU_SOURCE
#include "tries.h"

#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

// Arguments are such that nothing happens even where the call is allowed: most end in EFAULT or EINVAL.
static int mount_folder(const struct escape_aims *aims) { return refusal_of(mount("x", NULL, "x", 0, NULL)); }
static int unmount(const struct escape_aims *aims) { return refusal_of(umount2(NULL, 0)); }
static int open_file_system(const struct escape_aims *aims) { return refusal_of(syscall(SYS_fsopen, NULL, 0)); }
static int leave_namespace(const struct escape_aims *aims) { return refusal_of(unshare(CLONE_FS)); }
// With a flag that no kernel has, so that it never happens.
static int leave_user_namespace(const struct escape_aims *aims) { return refusal_of(unshare(CLONE_NEWUSER | 1)); }
static int enter_namespace(const struct escape_aims *aims) { return refusal_of(setns(aims->kept, 0)); }
static int change_root(const struct escape_aims *aims) { return refusal_of(chroot("/")); }
static int set_up_ring(const struct escape_aims *aims) {
  char parameters[120] = {0};
  long ring = syscall(SYS_io_uring_setup, 1, parameters);
  int result = refusal_of(ring);
  if (result == 0) close((int)ring);
  return result;
}
static int enter_ring(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_io_uring_enter, aims->kept, 0, 0, 0, NULL, 0));
}
static int set_up_events(const struct escape_aims *aims) { return refusal_of(syscall(SYS_io_setup, 1, NULL)); }
static int load_program(const struct escape_aims *aims) { return refusal_of(syscall(SYS_bpf, 5, NULL, 0)); }
static int count_events(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
}
static int handle_faults(const struct escape_aims *aims) {
  long faults = syscall(SYS_userfaultfd, 1);
  int result = refusal_of(faults);
  if (result == 0) close((int)faults);
  return result;
}
static int ask_for_key(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0));
}
static int add_key(const struct escape_aims *aims) { return refusal_of(syscall(SYS_add_key, NULL, NULL, NULL, 0, 0)); }
static int read_log(const struct escape_aims *aims) { return refusal_of(syscall(SYS_syslog, 9, NULL, 0)); }
static int load_module(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_finit_module, aims->kept, NULL, 0));
}
static int watch_all(const struct escape_aims *aims) { return refusal_of(syscall(SYS_fanotify_init, ~0, 0)); }
static int set_clock(const struct escape_aims *aims) {
  struct timex change = {.modes = 0};
  return refusal_of(adjtimex(&change));
}
static int set_host_name(const struct escape_aims *aims) { return refusal_of(syscall(SYS_sethostname, NULL, 1 << 20)); }
static int ask_for_host_name(const struct escape_aims *aims) {
  char names[6 * 65];
  return refusal_of(syscall(SYS_uname, names));
}

static int outlive_broker(const struct escape_aims *aims) { return refusal_of(prctl(PR_SET_PDEATHSIG, 0)); }
static int set_dumpable(const struct escape_aims *aims) { return refusal_of(prctl(PR_SET_DUMPABLE, 1)); }
static int allow_tracing(const struct escape_aims *aims) { return refusal_of(prctl(PR_SET_PTRACER, -1)); }
static int take_privileges(const struct escape_aims *aims) {
  return refusal_of(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
}
static int drop_filter(const struct escape_aims *aims) { return refusal_of(prctl(PR_SET_SECCOMP, 0)); }
static int change_filter(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, NULL));
}
static int change_landlock(const struct escape_aims *aims) {
  return refusal_of(syscall(446, aims->kept, 0));
}
static int change_personality(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_personality, 0xFFFFFFFF));
}

static int map_as(int64_t protection) {
  void *memory = (void *)syscall(SYS_mmap, NULL, 4096L, protection, (long)(MAP_PRIVATE | MAP_ANONYMOUS), -1L, 0L);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, 4096);
  return 0;
}
static int map_code(const struct escape_aims *aims) { return map_as(PROT_READ | PROT_EXEC); }
// The kernel reads only the lower half of the protection.
static int map_code_in_disguise(const struct escape_aims *aims) { return map_as((1L << 32) | PROT_EXEC); }
static int protect_by(const struct escape_aims *aims, long call, int64_t protection) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -1;
  int result = refusal_of(syscall(call, memory, 4096L, protection, -1L));
  munmap(memory, 4096);
  return result;
}
static int make_code(const struct escape_aims *aims) { return protect_by(aims, SYS_mprotect, PROT_READ | PROT_EXEC); }
static int make_code_in_disguise(const struct escape_aims *aims) {
  return protect_by(aims, SYS_mprotect, (1L << 32) | PROT_EXEC);
}
static int make_code_by_key(const struct escape_aims *aims) {
  return protect_by(aims, SYS_pkey_mprotect, PROT_READ | PROT_EXEC);
}
static int map_file_as_code(const struct escape_aims *aims) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, aims->kept, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, 4096);
  return 0;
}

#ifdef __x86_64__
static int call_as_32_bits(long number) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(number), "b"(0L), "c"(0L), "d"(0L)
                   : "memory", "r8", "r9", "r10", "r11");
  return (int)result < 0 ? (int)-result : 0;
}
// 32-bit numbers: 20 is getpid. 3 is read, and among 64-bit numbers close, which is allowed: only a check of the
// architecture refuses it.
static int ask_as_32_bits(const struct escape_aims *aims) { return call_as_32_bits(20); }
static int read_as_32_bits(const struct escape_aims *aims) { return call_as_32_bits(3); }
static int ask_as_x32(const struct escape_aims *aims) { return refusal_of(syscall(0x40000000L | SYS_getpid)); }
#endif

const struct escape_try escapes_by_kernel[] = {
  {"mount", mount_folder},
  {"umount2", unmount},
  {"fsopen", open_file_system},
  {"unshare", leave_namespace},
  {"unshare-user", leave_user_namespace},
  {"setns", enter_namespace},
  {"chroot", change_root},
  {"io_uring_setup", set_up_ring},
  {"io_uring_enter", enter_ring},
  {"io_setup", set_up_events},
  {"bpf", load_program},
  {"perf_event_open", count_events},
  {"userfaultfd", handle_faults},
  {"keyctl", ask_for_key},
  {"add_key", add_key},
  {"syslog", read_log},
  {"finit_module", load_module},
  {"fanotify_init", watch_all},
  {"adjtimex", set_clock},
  {"sethostname", set_host_name},
  {"uname", ask_for_host_name},
  {"prctl-pdeathsig", outlive_broker},
  {"prctl-dumpable", set_dumpable},
  {"prctl-ptracer", allow_tracing},
  {"prctl-no-new-privs", take_privileges},
  {"prctl-seccomp", drop_filter},
  {"seccomp", change_filter},
  {"landlock_restrict_self", change_landlock},
  {"personality", change_personality},
  {"mmap-exec", map_code},
  {"mmap-exec-high-bits", map_code_in_disguise},
  {"mmap-exec-file", map_file_as_code},
  {"mprotect-exec", make_code},
  {"mprotect-exec-high-bits", make_code_in_disguise},
  {"pkey_mprotect-exec", make_code_by_key},
#ifdef __x86_64__
  {"int80-getpid", ask_as_32_bits},
  {"int80-read", read_as_32_bits},
  {"x32-getpid", ask_as_x32},
#endif
  {NULL, NULL},
};
#endif
