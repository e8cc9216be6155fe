// The system calls that decoding needs. They were found by tracing every mode of the tool over files of many kinds;
// whatever is missing here fails with EPERM.
#define _GNU_SOURCE
#include "walls.h"

#ifdef HAS_FILTER
#include "rules.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// A worker can open nothing, so a call with a descriptor reaches only what the broker has handed over, in the way it
// was opened: read-only for the video. Checks of the number would add nothing.
const uint32_t fg_allowed_calls[] = {
  // The video, pictures in memory, and the socket to the broker. That socket is the only one: others can neither be
  // made nor reached from it, since a message of a connected SOCK_SEQPACKET socket ignores any address.
  SYS_pread64, SYS_fadvise64, SYS_read, SYS_write, SYS_close, SYS_fsync, SYS_sendmsg, SYS_recvmsg,
#ifdef SYS_poll
  SYS_poll,
#else
  SYS_ppoll,  // which poll(3) is on ARM64
#endif
  SYS_fstat,  // fstat(3) of glibc 2.39 and later; of earlier ones: see newfstatat

  // Memory. mmap and mprotect have rules. Executable memory can be moved and unmapped, but not written.
  SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,

  // Threads: decoders start them. glibc sets up each new one by rseq, set_robust_list and rt_sigprocmask.
  SYS_futex, SYS_rseq, SYS_set_robust_list, SYS_exit, SYS_sched_yield, SYS_gettid, SYS_getpid,

  // Signals: faults of the process itself. abort(3) needs tgkill, too.
  SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,

  // Clocks; where the kernel maps them into the process (vDSO), these calls are rare. A pause that a signal interrupts,
  // such as SIGSTOP and SIGCONT, goes on by restart_syscall.
  SYS_clock_gettime, SYS_clock_nanosleep, SYS_restart_syscall,

  SYS_getrandom,  // seeds of Swift's hash tables, and of malloc
  SYS_geteuid, SYS_exit_group,
};
const size_t fg_allowed_call_count = sizeof fg_allowed_calls / sizeof *fg_allowed_calls;

// Without PROT_EXEC, code that is not mapped yet cannot be. PROT_MTE: glibc's tagged memory, for those who ask for it.
#ifdef __aarch64__
#define DATA (PROT_READ | PROT_WRITE | 0x20)
#else
#define DATA (PROT_READ | PROT_WRITE)
#endif

// What pthread_create of glibc passes. No namespaces, and no process: a thread shares all with its process.
#define THREAD                                                                                                  \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS |             \
   CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

void fg_make_rules(pid_t process, struct rule rules[RULE_COUNT]) {
  const struct rule made[RULE_COUNT] = {
    {SYS_mmap, SECCOMP_RET_ALLOW, {{2, HAS_ONLY, DATA}}},
    {SYS_mprotect, SECCOMP_RET_ALLOW, {{2, HAS_ONLY, DATA}}},
    {SYS_clone, SECCOMP_RET_ALLOW, {{0, HAS_ONLY, THREAD}, {0, HAS_ONE_OF, CLONE_THREAD}}},
    // Its flags are in memory, where a filter cannot read them. Told that the kernel lacks it, glibc calls clone.
    {SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS, {{0}}},
    // fstat(3) of glibc before 2.39 is newfstatat(descriptor, "", …, AT_EMPTY_PATH). With this flag the kernel accepts
    // a path, too, and Landlock does not cover looking at files; a filter cannot read the path, and the address of ""
    // is not known. So the call never reaches the kernel: a handler of SIGSYS answers it by fstat(2).
    {SYS_newfstatat, SECCOMP_RET_TRAP, {{3, IS, AT_EMPTY_PATH}}},
    {SYS_fcntl, SECCOMP_RET_ALLOW, {{1, IS, F_DUPFD_CLOEXEC}}},
    {SYS_fcntl, SECCOMP_RET_ALLOW, {{1, IS, F_GETFD}}},
    {SYS_fcntl, SECCOMP_RET_ALLOW, {{1, IS, F_SETFD}}},
    {SYS_fcntl, SECCOMP_RET_ALLOW, {{1, IS, F_GETFL}}},
    {SYS_ioctl, SECCOMP_RET_ALLOW, {{1, IS, TCGETS}}},  // isatty(3)
    {SYS_prctl, SECCOMP_RET_ALLOW, {{0, IS, PR_SET_NAME}}},  // FFmpeg and dav1d name their threads
    // malloc and FFmpeg count the processors of their own thread.
    {SYS_sched_getaffinity, SECCOMP_RET_ALLOW, {{0, IS, 0}}},
    // Signals to threads of the process itself.
    {SYS_tgkill, SECCOMP_RET_ALLOW, {{0, IS, (uint64_t)process}}},
    // Its own limits, which it may read: new ones would be the third argument.
    {SYS_prlimit64, SECCOMP_RET_ALLOW, {{0, IS, 0}, {2, IS, 0}}},
  };
  memcpy(rules, made, sizeof made);
}
#endif
