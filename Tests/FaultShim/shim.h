#ifndef SHIM_H
#define SHIM_H

// The value that a variable of the environment had before main; NULL without one. Workers have no environment.
const char *shim_setting(const char *name);

// Does what SHIM_CRASH and SHIM_ESCAPE ask for at a read of this descriptor, if anything.
void shim_at_read(int descriptor);

// Speaks to the broker as the file SHIM_SCRIPT says, once, and does not return then.
void shim_speak(void);

// Looks for the words of SHIM_SEARCH in the memory of this process, once after each fork.
void shim_search(void);

#endif
