#ifndef SHIM_H
#define SHIM_H

#include <stddef.h>
#include <sys/types.h>

// The value that a variable of the environment had before main; NULL without one. Workers have no environment.
const char *shim_setting(const char *name);

// Begins again with the variables that the environment has now: a fork of a process that was loaded before its settings
// were known (Tests/ForkServer) is then as a process that was started with them. SHIM_SEARCH and SHIM_ESCAPE, which are
// about the memory and the relatives of the process, need a start.
void shim_begin(void);

// Reports what SHIM_REFUSE counted, if anything.
void shim_end(void);

// Its parts.
void shim_load_script(void);
void shim_prepare_garbling(void);
void shim_prepare_reads(void);
void shim_prepare_refusal(void);

// Does what SHIM_CRASH and SHIM_ESCAPE ask for at a read of this descriptor, if anything.
void shim_at_read(int descriptor);

// Speaks to the broker as the file SHIM_SCRIPT says, once, and does not return then.
void shim_speak(void);

// From now on, what this worker says is changed on its way as SHIM_GARBLE says, if it says anything.
void shim_start_garbling(void);

// Writes by this function, write(2) of the system, what may be changed on its way.
typedef ssize_t shim_writing(int descriptor, const void *bytes, size_t count);
ssize_t shim_write(shim_writing *real, int descriptor, const void *bytes, size_t count);

// Looks for the words of SHIM_SEARCH in the memory of this process, once after each fork.
void shim_search(void);

#endif
