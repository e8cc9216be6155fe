// Turns the rules into a filter (seccomp(2), bpf), and puts it around the process.
#define _GNU_SOURCE
#include "walls.h"

#ifdef HAS_FILTER
#include "rules.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Room for the filter; its jumps reach 255 instructions far.
#define MOST_INSTRUCTIONS 240

struct program {
  struct sock_filter instructions[MOST_INSTRUCTIONS];
  size_t count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  // A program that does not fit is not used.
  if (program->count < MOST_INSTRUCTIONS) {
    program->instructions[program->count] = (struct sock_filter){code, if_true, if_false, value};
  }
  program->count++;
}

static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *program, uint32_t value) { add(program, BPF_RET | BPF_K, value, 0, 0); }

// Both architectures are little-endian: the lower half comes first.
static size_t offset_of_argument(unsigned number, int is_upper_half) {
  return offsetof(struct seccomp_data, args) + number * sizeof(uint64_t) + (is_upper_half ? sizeof(uint32_t) : 0);
}

// The number of instructions that add_condition makes.
static uint8_t length_of(const struct condition *condition) {
  switch (condition->test) {
    case ANYTHING: return 0;
    case HAS_ONE_OF: return 2;
    case IS:
    case HAS_ONLY: return 4;
  }
  return 0;
}

// Goes on if the condition is met, and otherwise behind the instructions of the rule, of which `after` follow those of
// this condition.
static void add_condition(struct program *program, const struct condition *condition, uint8_t after) {
  const uint16_t equal = BPF_JMP | BPF_JEQ | BPF_K, any = BPF_JMP | BPF_JSET | BPF_K;
  if (condition->test == ANYTHING) return;
  if (condition->test == HAS_ONE_OF) {
    load(program, offset_of_argument(condition->argument, 0));
    add(program, any, (uint32_t)condition->value, 0, after);
    return;
  }
  for (int is_upper_half = 1; is_upper_half >= 0; is_upper_half--) {
    uint8_t away = (uint8_t)(is_upper_half ? after + 2 : after);
    uint32_t half = (uint32_t)(is_upper_half ? condition->value >> 32 : condition->value);
    load(program, offset_of_argument(condition->argument, is_upper_half));
    if (condition->test == IS) {
      add(program, equal, half, 0, away);
    } else {
      add(program, any, ~half, away, 0);
    }
  }
}

static void add_rule(struct program *program, const struct rule *rule) {
  uint8_t length = 1;  // the answer
  for (int index = 0; index < MOST_CONDITIONS; index++) length += length_of(&rule->conditions[index]);
  int is_conditional = length > 1;
  add(program, BPF_JMP | BPF_JEQ | BPF_K, rule->call, 0, (uint8_t)(length + is_conditional));
  for (int index = 0; index < MOST_CONDITIONS; index++) {
    length -= length_of(&rule->conditions[index]);
    add_condition(program, &rule->conditions[index], length);
  }
  answer(program, rule->answer);
  // The conditions have loaded arguments over the number of the call.
  if (is_conditional) load(program, offsetof(struct seccomp_data, nr));
}

// Other architectures' calls have other numbers: on x86-64, a process can also make those of 32-bit programs. x32 calls
// have numbers beyond 2³⁰, which no rule has.
static void make(struct program *program, pid_t process) {
  struct rule rules[RULE_COUNT];
  fg_make_rules(process, rules);
  program->count = 0;
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  load(program, offsetof(struct seccomp_data, nr));
  for (size_t left = fg_allowed_call_count; left > 0; left--) {
    // All jump to one answer, behind the rest of this list and the jump over that answer.
    add(program, BPF_JMP | BPF_JEQ | BPF_K, fg_allowed_calls[fg_allowed_call_count - left], (uint8_t)left, 0);
  }
  add(program, BPF_JMP | BPF_JA, 1, 0, 0);
  answer(program, SECCOMP_RET_ALLOW);
  for (size_t index = 0; index < RULE_COUNT; index++) add_rule(program, &rules[index]);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
}

int fg_raise_filter(void) {
  struct program program;
  make(&program, getpid());
  if (program.count > MOST_INSTRUCTIONS || !fg_answer_status_calls()) return 0;
  const struct sock_fprog filter = {.len = (unsigned short)program.count, .filter = program.instructions};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) != 0) return 0;
  // Harmless, never failing otherwise, and not on the list.
  return syscall(SYS_getppid) == -1 && errno == EPERM;
}
#else
int fg_raise_filter(void) { return 0; }
#endif
