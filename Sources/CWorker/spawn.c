// A program of the user's that answers questions through pipes.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

static int make_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
}

static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int input, int output) {
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int status = posix_spawn_file_actions_adddup2(actions, input, 0);
  if (status == 0) status = posix_spawn_file_actions_adddup2(actions, output, 1);
  // What this process ignores is not for the program to ignore; and an interrupt from the keyboard, after which the
  // broker finishes what was begun, must not reach it.
  if (status == 0) status = posix_spawnattr_setsigdefault(attributes, &all);
  if (status == 0) status = posix_spawnattr_setsigmask(attributes, &none);
  if (status == 0) status = posix_spawnattr_setpgroup(attributes, 0);
  const short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
  return status == 0 ? posix_spawnattr_setflags(attributes, flags) : status;
}

static pid_t spawn(char *const words[], int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int status = posix_spawn_file_actions_init(&actions);
  if (status != 0) return -status;
  status = posix_spawnattr_init(&attributes);
  pid_t child = 0;
  if (status == 0) {
    status = prepare(&actions, &attributes, input, output);
    if (status == 0) status = posix_spawnp(&child, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return status == 0 ? child : -status;
}

pid_t fg_spawn(char *const words[], int ends[2]) {
  int input[2], output[2];
  int status = make_pipe(input);
  if (status != 0) return status;
  status = make_pipe(output);
  if (status != 0) {
    close(input[0]);
    close(input[1]);
    return status;
  }
  pid_t child = spawn(words, input[0], output[1]);
  close(input[0]);
  close(output[1]);
  if (child < 0) {
    close(input[1]);
    close(output[0]);
    return child;
  }
  fcntl(input[1], F_SETFL, O_NONBLOCK);
  fcntl(output[0], F_SETFL, O_NONBLOCK);
  ends[0] = input[1];
  ends[1] = output[0];
  return child;
}
