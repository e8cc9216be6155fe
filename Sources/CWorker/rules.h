#ifndef RULES_H
#define RULES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// How an argument of a call is compared, always with all of its 64 bits.
enum test {
  // There is no further condition.
  ANYTHING,
  // The argument is the value.
  IS,
  // The argument has no bits but those of the value.
  HAS_ONLY,
  // The argument has at least one bit of the value, which has bits among the lower 32 only.
  HAS_ONE_OF,
};

struct condition {
  unsigned argument;
  enum test test;
  uint64_t value;
};

#define MOST_CONDITIONS 2

// What the filter answers (SECCOMP_RET_…) to a call whose arguments meet all conditions.
struct rule {
  uint32_t call;
  uint32_t answer;
  struct condition conditions[MOST_CONDITIONS];
};

// The calls that a worker may make with any arguments.
extern const uint32_t fg_allowed_calls[];
extern const size_t fg_allowed_call_count;

// Fills in the rules for all others that it may make; a call with several rules has to meet one of them.
#define RULE_COUNT 14
void fg_make_rules(pid_t process, struct rule rules[RULE_COUNT]);

#endif
