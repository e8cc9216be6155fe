/* Runs the command in its arguments and prints the most memory that it held, in bytes, as the last line on standard
   error.

   The tests cannot ask for it themselves: Linux counts into a program's peak what the process that started it held. This
   one holds next to nothing. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 2) return 2;
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    execvp(words[1], words + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 2;
#ifdef __APPLE__
  long long peak = usage.ru_maxrss;
#else
  long long peak = (long long)usage.ru_maxrss * 1024;
#endif
  fprintf(stderr, "%lld\n", peak);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
