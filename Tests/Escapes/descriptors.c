// Sockets, descriptors, and other ways to files and processes that are not files.
#ifdef __linux__
#define _GNU_SOURCE
#include "tries.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sendfile.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int closed(long descriptor) {
  int result = refusal_of(descriptor);
  if (result == 0) close((int)descriptor);
  return result;
}

static int socket_inet(const struct escape_aims *aims) { return closed(socket(AF_INET, SOCK_STREAM, 0)); }
static int socket_inet6(const struct escape_aims *aims) { return closed(socket(AF_INET6, SOCK_DGRAM, 0)); }
static int socket_unix(const struct escape_aims *aims) { return closed(socket(AF_UNIX, SOCK_STREAM, 0)); }
static int socket_netlink(const struct escape_aims *aims) {
  return closed(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
}
static int socket_packet(const struct escape_aims *aims) { return closed(socket(AF_PACKET, SOCK_RAW, 0)); }
static int make_socket_pair(const struct escape_aims *aims) {
  int ends[2];
  int result = refusal_of(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  if (result == 0) close(ends[0]), close(ends[1]);
  return result;
}

static const struct sockaddr_in loopback = {.sin_family = AF_INET};

static int bind_port(const struct escape_aims *aims) {
  int end = socket(AF_INET, SOCK_STREAM, 0);
  int result = refusal_of(bind(end, (const struct sockaddr *)&loopback, sizeof loopback));
  if (end >= 0) close(end);
  return result;
}
static int connect_port(const struct escape_aims *aims) {
  struct sockaddr_in address = loopback;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int end = socket(AF_INET, SOCK_STREAM, 0);
  int result = refusal_of(connect(end, (const struct sockaddr *)&address, sizeof address));
  if (end >= 0) close(end);
  return result;
}

static int duplicate(const struct escape_aims *aims) { return closed(dup(aims->kept)); }
static int duplicate_over(const struct escape_aims *aims) { return closed(dup3(aims->kept, 200, O_CLOEXEC)); }
static int duplicate_by_fcntl(const struct escape_aims *aims) { return closed(fcntl(aims->kept, F_DUPFD, 100)); }
static int set_owner(const struct escape_aims *aims) { return refusal_of(fcntl(aims->kept, F_SETOWN, getpid())); }
// The kernel reads only the lower half of the command.
static int set_owner_in_disguise(const struct escape_aims *aims) {
  return refusal_of(syscall(SYS_fcntl, aims->kept, (1L << 32) | F_SETOWN, getpid()));
}
static int set_flags(const struct escape_aims *aims) { return refusal_of(fcntl(aims->kept, F_SETFL, O_NONBLOCK)); }
static int set_signal(const struct escape_aims *aims) { return refusal_of(fcntl(aims->kept, F_SETSIG, 0)); }
static int add_seals(const struct escape_aims *aims) { return refusal_of(fcntl(aims->kept, F_ADD_SEALS, 0)); }
static int type_ahead(const struct escape_aims *aims) { return refusal_of(ioctl(aims->kept, TIOCSTI, "x")); }
static int ask_for_size(const struct escape_aims *aims) {
  int count;
  return refusal_of(ioctl(aims->kept, FIONREAD, &count));
}

static int make_memory_file(const struct escape_aims *aims) { return closed(memfd_create("x", 0)); }
static int make_secret_memory(const struct escape_aims *aims) { return closed(syscall(447, 0)); }
static int make_pipe(const struct escape_aims *aims) {
  int ends[2];
  int result = refusal_of(pipe2(ends, O_CLOEXEC));
  if (result == 0) close(ends[0]), close(ends[1]);
  return result;
}
static int make_event(const struct escape_aims *aims) { return closed(eventfd(0, 0)); }
static int make_epoll(const struct escape_aims *aims) { return closed(epoll_create1(0)); }
static int watch(const struct escape_aims *aims) { return closed(inotify_init1(IN_CLOEXEC)); }
static int share_memory(const struct escape_aims *aims) {
  int memory = shmget(IPC_PRIVATE, 4096, 0600);
  if (memory < 0) return errno;
  shmctl(memory, IPC_RMID, NULL);
  return 0;
}
static int make_semaphore(const struct escape_aims *aims) {
  int semaphore = semget(IPC_PRIVATE, 1, 0600);
  if (semaphore < 0) return errno;
  semctl(semaphore, 0, IPC_RMID);
  return 0;
}
static int make_queue(const struct escape_aims *aims) {
  int queue = msgget(IPC_PRIVATE, 0600);
  if (queue < 0) return errno;
  msgctl(queue, IPC_RMID, NULL);
  return 0;
}
static int open_queue(const struct escape_aims *aims) {
  long queue = syscall(SYS_mq_open, "framegrab-test", O_RDWR | O_CREAT, 0600, NULL);
  if (queue < 0) return errno;
  close((int)queue);
  syscall(SYS_mq_unlink, "framegrab-test");
  return 0;
}
static int copy_by_kernel(const struct escape_aims *aims) {
  return refusal_of(sendfile(aims->kept, aims->kept, NULL, 0));
}
static int lengthen(const struct escape_aims *aims) { return refusal_of(fallocate(aims->kept, 0, 0, 1)); }
static int shorten(const struct escape_aims *aims) { return refusal_of(ftruncate(aims->kept, 16)); }
static int change_mode(const struct escape_aims *aims) { return refusal_of(fchmod(aims->kept, 0600)); }
static int move(const struct escape_aims *aims) { return refusal_of(lseek(aims->kept, 0, SEEK_CUR)); }

const struct escape_try escapes_by_descriptors[] = {
  {"socket-inet", socket_inet},
  {"socket-inet6", socket_inet6},
  {"socket-unix", socket_unix},
  {"socket-netlink", socket_netlink},
  {"socket-packet", socket_packet},
  {"socketpair", make_socket_pair},
  {"bind", bind_port},
  {"connect", connect_port},
  {"dup", duplicate},
  {"dup3", duplicate_over},
  {"fcntl-dupfd", duplicate_by_fcntl},
  {"fcntl-setown", set_owner},
  {"fcntl-setown-high-bits", set_owner_in_disguise},
  {"fcntl-setfl", set_flags},
  {"fcntl-setsig", set_signal},
  {"fcntl-add-seals", add_seals},
  {"ioctl-tiocsti", type_ahead},
  {"ioctl-fionread", ask_for_size},
  {"memfd_create", make_memory_file},
  {"memfd_secret", make_secret_memory},
  {"pipe", make_pipe},
  {"eventfd", make_event},
  {"epoll", make_epoll},
  {"inotify", watch},
  {"shmget", share_memory},
  {"semget", make_semaphore},
  {"msgget", make_queue},
  {"mq_open", open_queue},
  {"sendfile", copy_by_kernel},
  {"fallocate", lengthen},
  {"ftruncate", shorten},
  {"fchmod", change_mode},
  {"lseek", move},
  {NULL, NULL},
};
#endif
