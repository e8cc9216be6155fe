// A terminal in raw mode that is given back however the process ends.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_BYTES = 256, PATIENCE_MS = 300, ANSWERS_MS = 1000 };

static int terminal = -1;
static struct termios settings;
static uint8_t leave_bytes[MOST_BYTES];
static size_t leave_count = 0;
static int write_end = -1;
static volatile sig_atomic_t is_taken = 0;
static volatile sig_atomic_t is_amid_string = 0;
static volatile sig_atomic_t noted = 0;
static volatile sig_atomic_t questions = 0;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { ENDING = sizeof(ending) / sizeof(ending[0]) };
static struct sigaction former[ENDING];

// Writes what it can: a terminal that does not read must not hold up the end.
static void put(const uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t part = write(terminal, bytes + done, count - done);
    if (part > 0) {
      done += (size_t)part;
      continue;
    }
    if (part < 0 && errno == EINTR) continue;
    if (part == 0 || errno != EAGAIN) return;
    struct pollfd request = {.fd = terminal, .events = POLLOUT};
    if (poll(&request, 1, PATIENCE_MS) <= 0) return;
  }
}

// Reads the answers to what was asked, for a while: they end with an n, which nothing else that terminals send now does.
static void take_answers(void) {
  struct pollfd request = {.fd = terminal, .events = POLLIN};
  int rest = ANSWERS_MS;
  while (questions > 0 && rest > 0) {
    int ready = poll(&request, 1, 20);
    if (ready < 0 && errno != EINTR) return;
    if (ready <= 0) {
      rest -= 20;
      continue;
    }
    char bytes[256];
    ssize_t count = read(terminal, bytes, sizeof bytes);
    if (count <= 0) return;
    for (ssize_t index = 0; index < count; index++) {
      if (bytes[index] == 'n') questions--;
    }
  }
}

void fg_terminal_give_back(void) {
  if (!is_taken) return;
  is_taken = 0;
  int saved = errno;
  if (is_amid_string) put((const uint8_t *)"\x1b\\", 2);
  put(leave_bytes, leave_count);
  // Replies that are still on their way would be typed at the shell's prompt.
  tcflush(terminal, TCIFLUSH);
  tcsetattr(terminal, TCSANOW, &settings);
  errno = saved;
}

// A signal that ends the process: the terminal is given back, then the handler that was there before is called.
static void end(int number) {
  if (is_taken) take_answers();
  fg_terminal_give_back();
  for (int index = 0; index < ENDING; index++) {
    if (ending[index] != number) continue;
    if (former[index].sa_handler != SIG_DFL && former[index].sa_handler != SIG_IGN &&
        !(former[index].sa_flags & SA_SIGINFO)) {
      former[index].sa_handler(number);
      return;
    }
  }
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
}

static void note(int number) {
  int saved = errno;
  noted |= number == SIGWINCH ? FG_TERMINAL_RESIZED : number == SIGTSTP ? FG_TERMINAL_STOP : FG_TERMINAL_CONTINUED;
  if (write(write_end, "", 1) != 1) {
    // The pipe has room for thousands, and one is enough.
  }
  errno = saved;
}

static int prepare(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0;
}

static void watch(int number, void (*handler)(int), struct sigaction *before) {
  struct sigaction old, own = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&own.sa_mask);
  if (sigaction(number, NULL, &old) != 0) return;
  if (before) *before = old;
  // What was ignored when the process started stays ignored (nohup(1)).
  if (old.sa_handler == SIG_IGN && !(old.sa_flags & SA_SIGINFO)) return;
  sigaction(number, &own, NULL);
}

int fg_terminal_watch(int descriptor, const uint8_t *leave, size_t count) {
  int ends[2];
  if (count > MOST_BYTES) return -EMSGSIZE;
  if (tcgetattr(descriptor, &settings) != 0) return -errno;
  if (pipe(ends) != 0) return -errno;
  if (!prepare(ends[0]) || !prepare(ends[1])) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  terminal = descriptor;
  memcpy(leave_bytes, leave, count);
  leave_count = count;
  write_end = ends[1];
  for (int index = 0; index < ENDING; index++) watch(ending[index], end, &former[index]);
  watch(SIGWINCH, note, NULL);
  watch(SIGTSTP, note, NULL);
  watch(SIGCONT, note, NULL);
  return ends[0];
}

int fg_terminal_take(void) {
  struct termios raw = settings;
  raw.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK);
  raw.c_oflag &= (tcflag_t)~OPOST;
  raw.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
  raw.c_cflag = (raw.c_cflag & (tcflag_t) ~(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  is_taken = 1;
  if (tcsetattr(terminal, TCSANOW, &raw) == 0) return 0;
  is_taken = 0;
  return -errno;
}

int fg_terminal_is_taken(void) { return is_taken; }

void fg_terminal_awaits(int count) { questions = count; }

void fg_terminal_is_amid(int is_amid) { is_amid_string = is_amid; }

int fg_terminal_events(void) {
  sigset_t all, old;
  sigemptyset(&all);
  sigaddset(&all, SIGWINCH);
  sigaddset(&all, SIGTSTP);
  sigaddset(&all, SIGCONT);
  sigprocmask(SIG_BLOCK, &all, &old);
  int events = noted;
  noted = 0;
  sigprocmask(SIG_SETMASK, &old, NULL);
  return events;
}

void fg_terminal_stop(int whole_group) {
  signal(SIGTSTP, SIG_DFL);
  kill(whole_group ? 0 : getpid(), SIGTSTP);
  watch(SIGTSTP, note, NULL);
}
