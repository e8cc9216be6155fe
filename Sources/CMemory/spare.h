#ifndef SPARE_H
#define SPARE_H

#include <stddef.h>

// Blocks of the spare, for any thread. Each is aligned to 16 bytes.

// A block of at least `size` bytes, where another allocation was refused, which is noted; null if there is none.
void *spare_take(size_t size);

// Whether it is a block of the spare.
int spare_owns(const void *block);

void spare_give_back(void *block);

// How many bytes a block has room for.
size_t spare_size(const void *block);

#endif
