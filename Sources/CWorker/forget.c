// What the kernel wrote into the memory of this process when it was started.
#include "CWorker.h"

#include <string.h>

extern char **environ;

// What decoding and its messages depend on: the time zone and the language.
static int is_needed(const char *variable) {
  return strncmp(variable, "TZ=", 3) == 0 || strncmp(variable, "LC_", 3) == 0 || strncmp(variable, "LANG", 4) == 0;
}

void fg_forget_start(void) {
  int count;
  char **words = fg_arguments(&count);
  // The name of the program stays, for those who look at the list of processes.
  for (int index = 1; index < count; index++) memset(words[index], 0, strlen(words[index]));
  char **kept = environ;
  for (char **variable = environ; *variable; variable++) {
    if (is_needed(*variable)) {
      *kept++ = *variable;
    } else {
      memset(*variable, 0, strlen(*variable));
    }
  }
  *kept = NULL;
}
