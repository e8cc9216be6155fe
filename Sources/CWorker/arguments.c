// The arguments of the program, as the system gave them.
//
// Swift looks for them in the stack that /proc/self/maps names, and finds none in a root without /proc.
#include "CWorker.h"

static char *none[] = {NULL};
static int count;
static char **words = none;

// Both glibc and Darwin pass constructors what they pass to main.
__attribute__((constructor)) static void keep(int argument_count, char **argument_words) {
  count = argument_count;
  if (argument_words) words = argument_words;
}

char **fg_arguments(int *argument_count) {
  *argument_count = count;
  return words;
}
