// Answers fstat(3) of a process behind the filter. There, newfstatat raises SIGSYS in place of being done (rules.c).
#define _GNU_SOURCE
#include "walls.h"

#ifdef HAS_FILTER
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// The descriptor, the path and the buffer of the call, and where its result belongs.
struct call {
  int descriptor;
  const char *path;
  void *status;
  uint64_t *result;
};

#ifdef __x86_64__
static struct call call_of(mcontext_t *machine) {
  greg_t *registers = machine->gregs;
  return (struct call){
    (int)registers[REG_RDI], (const char *)registers[REG_RSI], (void *)registers[REG_RDX],
    (uint64_t *)&registers[REG_RAX]};
}
#else
static struct call call_of(mcontext_t *machine) {
  unsigned long long *registers = machine->regs;
  return (struct call){
    (int)registers[0], (const char *)registers[1], (void *)registers[2], (uint64_t *)&registers[0]};
}
#endif

static void answer(int signal, siginfo_t *info, void *context) {
  (void)signal;
  if (info->si_syscall != SYS_newfstatat) return;
  int before = errno;
  struct call call = call_of(&((ucontext_t *)context)->uc_mcontext);
  long result = -EPERM;
  if (call.path && *call.path == 0) {
    result = syscall(SYS_fstat, call.descriptor, call.status);
    if (result < 0) result = -errno;
  }
  *call.result = (uint64_t)result;
  errno = before;
}

int fg_answer_status_calls(void) {
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGSYS);
  // Blocked, it would end the process.
  return sigaction(SIGSYS, &action, NULL) == 0 && sigprocmask(SIG_UNBLOCK, &only, NULL) == 0;
}
#endif
