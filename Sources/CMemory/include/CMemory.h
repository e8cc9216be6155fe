#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

// Memory that a process with a limit of address space (RLIMIT_AS) keeps for small allocations.
//
// Swift ends the process when it cannot allocate an object or a string, and FFmpeg may take what is left at any moment.
// So when an allocation of less than FG_SMALL_ALLOCATION bytes fails, malloc(3), calloc(3) and realloc(3) of this program
// take it from the spare. From then on posix_memalign(3) and aligned_alloc(3) fail for alignments above 16 bytes, by which
// FFmpeg, zimg and our own buffers allocate: those callers can do without. With glibc; elsewhere nothing happens.

enum { FG_SPARE_MEMORY = 16 << 20, FG_SMALL_ALLOCATION = 1 << 20 };

// Takes the spare, before the limit is set, and lets the stack grow to the size it needs; later, lets larger allocations
// be tried again. To be called by one thread. Pages of the spare that are never used take address space, but no memory.
void fg_keep_spare_memory(void);

// From now on a crash after a refused allocation is told as what it is: the process prints the line to standard error and
// ends with the status FG_NO_MEMORY_STATUS. Some decoders do not survive a refusal. The line, of which 4 KiB are kept, may
// be empty. Other crashes end the process as before.
enum { FG_NO_MEMORY_STATUS = 6 };
void fg_explain_crashes(const char *line);

// Notes that an allocation was refused, by whatever limit.
void fg_note_refused_memory(void);

// Whether the spare was used since: there is no memory for anything large.
int fg_spare_memory_is_used(void);

// Takes 64 MiB of address space for the heap, in pages of 2 MiB where the system has them, and lets glibc keep what is
// freed there instead of mapping each large buffer anew: a page that is touched for the first time costs half a
// microsecond, and a picture of 1080p has 1500. Does nothing without glibc, and the second time. For one decoder: several
// threads have a heap each, and together these would keep too much.
void fg_keep_heap(void);

// Gives free memory between allocations back to the system (malloc_trim(3)); does nothing without glibc.
void fg_give_memory_back(void);

#endif
