// The compiler's index of a build: which file defines a name and which files use it.
//
// The toolchain's libIndexStore reads it; it is loaded at run time, since no package provides its header.

#ifndef INDEX_STORE_H
#define INDEX_STORE_H

#include <stddef.h>
#include <stdint.h>

// An occurrence of a name in a file. Roles and kinds are libIndexStore's numbers; texts are valid during the call.
typedef struct index_occurrence {
  const char *usr, *name;
  size_t usr_length, name_length;
  int kind;
  uint64_t roles;
  unsigned line;
} index_occurrence;

typedef void (*index_visit)(void *context, const char *file, size_t file_length, const index_occurrence *occurrence);

// Visits every name of every source file in an index store. Returns NULL, or an error message.
const char *index_store_read(const char *library, const char *store, void *context, index_visit visit);

#endif
