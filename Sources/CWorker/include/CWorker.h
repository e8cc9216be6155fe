#ifndef CWORKER_H
#define CWORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What a broker and its workers need and Swift cannot do: fork, messages with descriptors, walls around a process.
// A function that fails returns -errno. Linux on x86-64 and ARM64 has everything; elsewhere there are no memory files
// (-ENOTSUP) and no walls (0).

// The arguments of this program, its name first and a NULL last, which live as long as the process; also in a root without
// /proc, where Swift has none.
char **fg_arguments(int *argument_count);

// Forks. Returns the child's process ID, and 0 in the child. A process with more than one thread is not forked, since
// the child would have the locks of the others but not the threads that release them: -EBUSY. (Where /proc cannot be
// read, threads are not counted.)
//
// The child has a copy of all memory: a secret that it must not know is to be read by the parent after the fork.
pid_t fg_fork(void);

// Makes two connected sockets that keep messages apart, close-on-exec, for messages of up to 128 KiB.
// Returns 0 or -errno.
//
// On Linux SOCK_SEQPACKET: its messages can go to the other end only, so a worker cannot address another socket of the
// system, and the end of the other process is the end of the messages. On macOS, which does not have it, SOCK_DGRAM.
int fg_socket_pair(int sockets[2]);

// Sends one message of 1 byte or more, with 0 to 4 descriptors. While the socket is full it waits if `waits`, which a
// broker must not, and is -EAGAIN otherwise; a signal does not end the waiting. Returns the number of bytes, or -errno
// (-EINVAL for no bytes, or too many descriptors; -EPIPE or -ECONNRESET if the other end is closed).
ssize_t fg_send(
  int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits);

// Receives one message and at most 4 descriptors, close-on-exec; `descriptor_count` is the room for them, and then
// their number. Descriptors beyond the room are closed. A message or descriptors larger than any room (MSG_TRUNC,
// MSG_CTRUNC) are -EMSGSIZE, with all descriptors closed.
// Returns the number of bytes, 0 at the end (or for a message without bytes, which fg_send does not send), or -errno.
ssize_t fg_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *descriptor_count);

// Makes an empty file in memory, close-on-exec, never executable where the kernel knows that (Linux 6.3), and open to
// seals (F_ADD_SEALS). The name is for people who look into /proc. Returns its descriptor or -errno.
int fg_memory_file(const char *name);

// The walls around a process, as bits of a set.
enum { FG_WALL_LANDLOCK = 1, FG_WALL_SECCOMP = 2 };

// Raises walls around this process, which has one thread, before it reads the first byte of a stranger's file. To be
// called once: nothing takes walls down. Returns the set of walls that stand, found by trying what they refuse; those
// that the system does not have are missing, which is not an error.
//
// FG_WALL_LANDLOCK: no file or folder can be opened, made, renamed, truncated or removed, no process outside traced,
// and, as far as the kernel can, no TCP port bound or connected to, and no process outside signalled. Files can still be
// looked at, and their modes and times changed. Open descriptors stay usable.
// FG_WALL_SECCOMP: only the system calls of a short list; others fail with EPERM. fstat(3) of older C libraries comes by
// SIGSYS there, which the process therefore does not block or handle otherwise.
//
// If any wall is wanted, the process also gives up all capabilities and can never gain any (PR_SET_NO_NEW_PRIVS).
int fg_raise_walls(int wanted);

// The set of walls that stand here, found by a process that raises them and ends.
int fg_try_walls(void);

// From now on the first SIGINT or SIGTERM is only noted, and a byte is put into a pipe, so that a process which waits for
// files notices it; the second one does what it did before. One that was ignored stays ignored. To be called once.
// Returns the end of the pipe to read from, close-on-exec and non-blocking, or -errno.
int fg_catch_stops(void);

// The signal that was noted; 0 before.
int fg_stop_signal(void);

// Overwrites the arguments and the environment of this program, which its children have copies of, but for the time zone
// and the language. fg_arguments and getenv(3) find nothing after it.
void fg_forget_start(void);

// Makes a child of fg_fork a process that forks workers: like fg_become_worker, without limits and the score.
int fg_become_zygote(pid_t broker, int kept);

// Makes a child of fg_fork a process that keeps a helper: like fg_become_zygote, with standard error, and it outlives the
// broker until it notices that the other end of `kept` is closed, so that it can end the helper.
int fg_become_keeper(int kept);

// Starts a program of the user's (posix_spawnp(3)), in a process group of its own, with no descriptors but a pipe as
// standard input, one as standard output, and this standard error. `words` are its name and arguments with a NULL at the
// end. `ends` get the other ends, close-on-exec and non-blocking: the one to write to, then the one to read from.
// Returns its process ID, or -errno.
pid_t fg_spawn(char *const words[], int ends[2]);

// Makes a child of fg_fork a worker, before it raises walls: it ends when the broker ends, is the first to be chosen
// when the system has no memory left, leaves SIGINT, SIGTERM, SIGHUP and SIGQUIT to the broker, gets errors instead of
// SIGPIPE and SIGXFSZ, leaves no core, and has no descriptors but those in `kept`. /dev/null takes the place of 0, 1
// and 2 unless they are kept. `memory` is the most address space and `file_size` the largest size of a file that it
// writes, in bytes; 0 leaves a limit as it is. A lower hard limit stays. Returns 0 or -errno.
//
// If `broker`, the process that called fg_fork, has ended already, the process ends (status 1). On Linux the worker
// also ends (SIGKILL) when the thread that called fg_fork ends.
int fg_become_worker(pid_t broker, uint64_t memory, uint64_t file_size, const int *kept, int kept_count);

#endif
