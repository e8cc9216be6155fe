#ifndef SHIM_H
#define SHIM_H

// Does what SHIM_CRASH and SHIM_ESCAPE ask for at a read of this descriptor, if anything.
void shim_at_read(int descriptor);

#endif
