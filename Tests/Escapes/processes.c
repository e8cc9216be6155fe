// Other processes, and being another one.
#ifdef __linux__
#define _GNU_SOURCE
#include "tries.h"

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// The result of a call that makes a process; the new one ends at once.
static int ended(long child) {
  if (child == 0) _exit(0);
  int result = refusal_of(child);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return result;
}

static int execute(const struct escape_aims *aims) {
  // A file that does not exist: otherwise nobody would be left to report that it worked.
  return refusal_of(execl(escapes_beside(aims, ".missing"), "x", (char *)NULL));
}
static int execute_kept(const struct escape_aims *aims) {
  char *const words[] = {NULL};
  return refusal_of(syscall(SYS_execveat, aims->kept, "", words, words, 0));
}
static int spawn_shell(const struct escape_aims *aims) {
  char *const words[] = {"sh", "-c", ":", NULL};
  pid_t child;
  int result = posix_spawn(&child, "/bin/sh", NULL, NULL, words, NULL);
  if (result == 0) waitpid(child, NULL, 0);
  return result;
}
static int make_fork(const struct escape_aims *aims) { return ended(fork()); }
static int make_vfork(const struct escape_aims *aims) {
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return ended(child);
}
static int make_clone(const struct escape_aims *aims) { return ended(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
// Never done by a kernel, since a thread shares its process's view; refused earlier by a filter.
static int clone_with_namespace(const struct escape_aims *aims) {
  return ended(syscall(SYS_clone, CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWUSER, 0, 0, 0, 0));
}
static int make_clone3(const struct escape_aims *aims) {
  uint64_t arguments[11] = {0};
  arguments[4] = SIGCHLD;
  return ended(syscall(SYS_clone3, arguments, sizeof arguments));
}
static int trace(const struct escape_aims *aims) { return refusal_of(ptrace(PTRACE_SEIZE, aims->broker, 0, 0)); }
static int trace_self(const struct escape_aims *aims) {
  return refusal_of(ptrace(PTRACE_ATTACH, getpid(), 0, 0));
}
// A fork has the same addresses as its parent.
static int aimed_at;
static int read_memory(const struct escape_aims *aims) {
  int copy;
  struct iovec here = {&copy, sizeof copy}, there = {&aimed_at, sizeof aimed_at};
  return refusal_of(process_vm_readv(aims->broker, &here, 1, &there, 1, 0));
}
static int write_memory(const struct escape_aims *aims) {
  int copy = 0;
  struct iovec here = {&copy, sizeof copy}, there = {&aimed_at, sizeof aimed_at};
  return refusal_of(process_vm_writev(aims->broker, &here, 1, &there, 1, 0));
}
static int signal_broker(const struct escape_aims *aims) { return refusal_of(kill(aims->broker, 0)); }
static int signal_all(const struct escape_aims *aims) { return refusal_of(kill(-1, 0)); }
static int signal_group(const struct escape_aims *aims) { return refusal_of(kill(0, 0)); }
static int signal_thread_of_broker(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_tgkill, aims->broker, aims->broker, 0));
}
static int signal_thread(const struct escape_aims *aims) { return refusal_of(syscall(SYS_tkill, aims->broker, 0)); }
static int queue_signal(const struct escape_aims *aims) {
  return refusal_of(sigqueue(aims->broker, 0, (union sigval){.sival_int = 0}));
}
static int open_process(const struct escape_aims *aims) {
  long process = syscall(SYS_pidfd_open, aims->broker, 0);
  int result = refusal_of(process);
  if (result == 0) close((int)process);
  return result;
}
static int limit_broker(const struct escape_aims *aims) {
  struct rlimit limit;
  return refusal_of(prlimit(aims->broker, RLIMIT_CORE, NULL, &limit));
}
static int set_limit(const struct escape_aims *aims) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  return refusal_of(prlimit(0, RLIMIT_NOFILE, &limit, NULL));
}
static int set_priority(const struct escape_aims *aims) {
  return refusal_of(setpriority(PRIO_PROCESS, (id_t)aims->broker, 0));
}
static int choose_processor(const struct escape_aims *aims) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  return refusal_of(sched_setaffinity(aims->broker, sizeof set, &set));
}
static int ask_for_processors(const struct escape_aims *aims) {
  cpu_set_t set;
  return refusal_of(sched_getaffinity(aims->broker, sizeof set, &set));
}
static int wait_for_child(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_wait4, -1, NULL, WNOHANG, NULL));
}
static int set_user(const struct escape_aims *aims) { return refusal_of(syscall(SYS_setuid, getuid())); }
static int set_group(const struct escape_aims *aims) { return refusal_of(syscall(SYS_setgid, getgid())); }
static int set_session(const struct escape_aims *aims) { return refusal_of(setsid()); }
static int set_group_of_processes(const struct escape_aims *aims) { return refusal_of(setpgid(0, 0)); }
static int ask_for_parent(const struct escape_aims *aims) { return refusal_of(syscall(SYS_getppid)); }
static int compare(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_kcmp, aims->broker, getpid(), 0, 0, 0));
}

const struct escape_try escapes_by_processes[] = {
  {"exec", execute},
  {"execveat", execute_kept},
  {"posix_spawn", spawn_shell},
  {"fork", make_fork},
  {"vfork", make_vfork},
  {"clone", make_clone},
  {"clone-thread-namespace", clone_with_namespace},
  {"clone3", make_clone3},
  {"ptrace-broker", trace},
  {"ptrace-self", trace_self},
  {"process_vm_readv", read_memory},
  {"process_vm_writev", write_memory},
  {"kill-broker", signal_broker},
  {"kill-all", signal_all},
  {"kill-group", signal_group},
  {"tgkill-broker", signal_thread_of_broker},
  {"tkill-broker", signal_thread},
  {"sigqueue-broker", queue_signal},
  {"pidfd_open", open_process},
  {"prlimit-broker", limit_broker},
  {"prlimit-set", set_limit},
  {"setpriority", set_priority},
  {"sched_setaffinity", choose_processor},
  {"sched_getaffinity-broker", ask_for_processors},
  {"wait4", wait_for_child},
  {"setuid", set_user},
  {"setgid", set_group},
  {"setsid", set_session},
  {"setpgid", set_group_of_processes},
  {"getppid", ask_for_parent},
  {"kcmp", compare},
  {NULL, NULL},
};
#endif
