#ifndef CMEMORY_H
#define CMEMORY_H

// Memory under a limit of address space (RLIMIT_AS): what was refused is counted, since FFmpeg does not always tell.
//
// malloc(3), calloc(3), realloc(3), aligned_alloc(3) and posix_memalign(3) of this program are those of the C library, and
// count each refusal. With glibc; elsewhere nothing is counted.

// How many allocations were refused since the start, or since fg_forget_refusals.
unsigned fg_refusals(void);

// A new job begins: refusals before it do not explain a crash of it.
void fg_forget_refusals(void);

// From now on a crash after a refused allocation is told as what it is: the process prints the line to standard error and
// ends with the status FG_NO_MEMORY_STATUS. Swift ends the process where an object or an array gets no memory, and some
// decoders do not survive a refusal. The line, of which 4 KiB are kept, may be empty. Other crashes end the process as
// before. The stack grows to what is needed first: one that cannot grow is a crash without a refusal.
enum { FG_NO_MEMORY_STATUS = 6 };
void fg_explain_crashes(const char *line);

// Takes 64 MiB of address space for the heap, in pages of 2 MiB where the system has them, and lets glibc keep what is
// freed there instead of mapping each large buffer anew: a page that is touched for the first time costs half a
// microsecond, and a picture of 1080p has 1500. Does nothing without glibc, and the second time. For one decoder: several
// threads have a heap each, and together these would keep too much.
void fg_keep_heap(void);

// From now on, no thread gets a heap of its own, which takes at least 64 MiB of address space, and more for each buffer
// that does not fit beside others (M_ARENA_MAX of mallopt(3)); does nothing without glibc.
void fg_share_heap(void);

// Gives free memory between allocations back to the system (malloc_trim(3)); does nothing without glibc.
void fg_give_memory_back(void);

#endif
