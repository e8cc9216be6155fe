/* Runs a program the way a case of the fault kit needs it, and writes how it ended into a file.

   usage: fault-launch REPORT WORDS [SETTING…]

   REPORT   gets one line: exit status (128 plus the signal that ended it), peak memory in bytes, wall time and CPU time
            in milliseconds, whether it had to be killed (0 or 1), whether it left processes behind (0 or 1)
   WORDS    holds the program and its arguments, each followed by a NUL, so that they may be any bytes

   folder=DIR  stdin=PATH  stdout=PATH  stderr=PATH     where it runs, what it reads and writes
   closed=N                                             descriptor N does not exist
   broken=N                                             descriptor N is a pipe that nobody reads
   size=BYTES                                           the largest file it may write (RLIMIT_FSIZE)
   user=NUMBER                                          without the rights of root
   seconds=S                                            killed after this time
   after=MS:WHAT:PATH                                   done to a file, or to the program, while it runs: unlink, halve,
                                                        empty, grow, garble, replace (by PATH.other), or a signal's
                                                        number
   The memory is measured here, and not by the kit, since Linux counts into a program's peak what the process that
   started it held. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static pid_t child;
static volatile sig_atomic_t was_killed;

static void end_child(int number) {
  (void)number;
  was_killed = 1;
  kill(-child, SIGKILL);
}

/* The part of a setting after its name and '='; NULL if it is another setting. */
static const char *value(const char *setting, const char *name) {
  size_t length = strlen(name);
  return strncmp(setting, name, length) == 0 && setting[length] == '=' ? setting + length + 1 : NULL;
}

static void refuse(const char *words) {
  fprintf(stderr, "fault-launch: %s: %s\n", words, strerror(errno));
  _exit(125);
}

static char **read_words(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) refuse(path);
  long length = ftell(file);
  rewind(file);
  char *bytes = malloc((size_t)length + 1);
  if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) refuse(path);
  fclose(file);
  bytes[length] = 0;
  size_t count = 0;
  for (long i = 0; i < length; i++) count += bytes[i] == 0;
  char **words = calloc(count + 1, sizeof *words);
  if (!words) refuse(path);
  char *word = bytes;
  for (size_t i = 0; i < count; i++) {
    words[i] = word;
    word += strlen(word) + 1;
  }
  return words;
}

static void open_as(int number, const char *path) {
  int file = open(path, number == 0 ? O_RDONLY : O_WRONLY | O_APPEND);
  if (file < 0) refuse(path);
  dup2(file, number);
  if (file > 2) close(file);
}

static void break_pipe(int number) {
  int ends[2];
  if (pipe(ends) != 0) refuse("pipe");
  close(ends[0]);
  dup2(ends[1], number);
  if (ends[1] > 2) close(ends[1]);
}

static void apply(const char *setting) {
  const char *text;
  if ((text = value(setting, "folder")) && chdir(text) != 0) refuse(text);
  if ((text = value(setting, "stdin"))) open_as(0, text);
  if ((text = value(setting, "stdout"))) open_as(1, text);
  if ((text = value(setting, "stderr"))) open_as(2, text);
  if ((text = value(setting, "broken"))) break_pipe(atoi(text));
  if ((text = value(setting, "size"))) {
    struct rlimit limit = {(rlim_t)atoll(text), (rlim_t)atoll(text)};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  if ((text = value(setting, "user"))) {
    uid_t user = (uid_t)atol(text);
    if (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0) refuse("cannot give up the rights of root");
  }
}

static void run(char **words, int count, char **settings) {
  setpgid(0, 0);
  for (int i = 0; i < count; i++) apply(settings[i]);
  for (int i = 0; i < count; i++) {
    const char *text = value(settings[i], "closed");
    if (text) close(atoi(text));
  }
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  signal(SIGPIPE, SIG_DFL);
  execvp(words[0], words);
  refuse(words[0]);
}

static void garble(const char *path) {
  int file = open(path, O_WRONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return;
  char bytes[512];
  memset(bytes, 0xA5, sizeof bytes);
  for (off_t place = status.st_size / 3; place < status.st_size; place += 4 * (off_t)sizeof bytes) {
    size_t length = (size_t)(status.st_size - place) < sizeof bytes ? (size_t)(status.st_size - place) : sizeof bytes;
    if (pwrite(file, bytes, length, place) < 0) break;
  }
  close(file);
}

static void grow(const char *path) {
  int file = open(path, O_WRONLY | O_APPEND);
  char bytes[4096];
  memset(bytes, 0x47, sizeof bytes);
  for (int i = 0; file >= 0 && i < 64; i++)
    if (write(file, bytes, sizeof bytes) < 0) break;
  close(file);
}

/* Waits, then does what the setting says; runs in a process of its own. */
static void interfere(const char *setting) {
  long milliseconds = atol(setting);
  struct timespec wait = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&wait, NULL);
  const char *what = strchr(setting, ':');
  const char *path = what ? strchr(what + 1, ':') : NULL;
  if (!path) _exit(1);
  what++;
  path++;
  struct stat status;
  if (strncmp(what, "unlink:", 7) == 0) unlink(path);
  else if (strncmp(what, "empty:", 6) == 0) (void)!truncate(path, 0);
  else if (strncmp(what, "halve:", 6) == 0 && stat(path, &status) == 0) (void)!truncate(path, status.st_size / 2);
  else if (strncmp(what, "grow:", 5) == 0) grow(path);
  else if (strncmp(what, "garble:", 7) == 0) garble(path);
  else if (strncmp(what, "replace:", 8) == 0) {
    char other[4096];
    snprintf(other, sizeof other, "%s.other", path);
    rename(other, path);
  } else kill(child, atoi(what));
  _exit(0);
}

static pid_t start_interference(int count, char **settings) {
  const char *folder = NULL;
  for (int i = 0; i < count; i++)
    if (value(settings[i], "folder")) folder = value(settings[i], "folder");
  for (int i = 0; i < count; i++) {
    const char *setting = value(settings[i], "after");
    if (!setting) continue;
    pid_t helper = fork();
    if (helper != 0) return helper;
    for (int number = 0; number < 3; number++) close(number);
    if (folder && chdir(folder) != 0) _exit(1);
    interfere(setting);
  }
  return -1;
}

/* Whether processes are left of those that the child started, which become children of this one; they are ended. */
static int end_orphans(void) {
  for (int i = 0; i < 100; i++) {
    pid_t ended = waitpid(-1, NULL, WNOHANG);
    if (ended < 0) return 0;
    if (ended == 0) usleep(10000);
  }
  kill(-child, SIGKILL);
  while (waitpid(-1, NULL, WNOHANG) > 0) {}
  return 1;
}

static double milliseconds(struct timeval time) { return (double)time.tv_sec * 1000 + (double)time.tv_usec / 1000; }

int main(int count, char **words) {
  if (count < 3) return 125;
  char **command = read_words(words[2]);
  if (!command[0]) return 125;
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  struct timeval start, end;
  gettimeofday(&start, NULL);
  child = fork();
  if (child < 0) return 125;
  if (child == 0) run(command, count - 3, words + 3);
  setpgid(child, child);
  pid_t helper = start_interference(count - 3, words + 3);

  struct sigaction action = {.sa_handler = end_child};
  sigaction(SIGALRM, &action, NULL);
  for (int i = 3; i < count; i++)
    if (value(words[i], "seconds")) alarm((unsigned)atoi(value(words[i], "seconds")));
  int status = 0;
  struct rusage usage = {0};
  while (wait4(child, &status, 0, &usage) != child)
    if (errno != EINTR) return 125;
  alarm(0);
  gettimeofday(&end, NULL);
  if (helper > 0) {
    kill(helper, SIGKILL);
    waitpid(helper, NULL, 0);
  }
  int has_orphans = end_orphans();

#ifdef __APPLE__
  long long peak = usage.ru_maxrss;
#else
  long long peak = (long long)usage.ru_maxrss * 1024;
#endif
  FILE *report = fopen(words[1], "w");
  if (!report) return 125;
  fprintf(report, "%d %lld %.0f %.0f %d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), peak,
          milliseconds(end) - milliseconds(start), milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
          was_killed ? 1 : 0, has_orphans);
  return fclose(report) == 0 ? 0 : 125;
}
