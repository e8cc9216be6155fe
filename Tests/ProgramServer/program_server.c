/* Makes a server of a program to which it is preloaded (ld.so(8)), such as ffmpeg: in place of its main function, which
   is called when the libraries are loaded, it answers requests on descriptor 3, each by a fork that calls that function
   with the words of the request. A start of ffmpeg takes 50 ms of CPU, most of it the loader's. */
#ifdef __linux__
#define _GNU_SOURCE
#include "CForkServer.h"

#include <dlfcn.h>
#include <unistd.h>

typedef int main_function(int count, char **words, char **variables);
typedef void step_function(void);
typedef int start_function(
  main_function *main, int count, char **words, step_function *begin, step_function *end, step_function *unload, void *stack);

static main_function *program;

static int run(int count, char *const *words) { return program(count, (char **)words, environ); }

static int serve(int count, char **words, char **variables) {
  (void)count, (void)words, (void)variables;
  fork_server_run(3, -1, NULL, run);
  return 0;
}

// The C library's, which the first instructions of every program call.
int __libc_start_main(
  main_function *main, int count, char **words, step_function *begin, step_function *end, step_function *unload, void *stack) {
  start_function *real = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return real(serve, count, words, begin, end, unload, stack);
}
#endif
