#ifndef WALLS_H
#define WALLS_H

#include <sys/types.h>

// The architectures that the filter is written for.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_FILTER 1
#endif

// Whether Landlock refuses every file from now on. The process can no longer gain privileges.
int fg_raise_landlock(void);

// Whether the filter of system calls stands. The process can no longer gain privileges.
int fg_raise_filter(void);

// Whether the SIGSYS by which the filter answers newfstatat will be handled: as fstat(2).
int fg_answer_status_calls(void);

#endif
