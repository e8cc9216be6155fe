// What both ends of a connection to the server need.
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stddef.h>

// A request begins with a byte that has these descriptors: the connection, or the folder of a caller; then the streams.
enum { stream_count = 3, passed_count = 1 + stream_count };

// Returns 0, or -1 with errno.
int send_descriptors(int socket, const int passed[passed_count]);

// Returns 1, 0 at the end of the socket, or -1 with errno (0: what came was no such message).
int receive_descriptors(int socket, int passed[passed_count]);

// Return 0, or -1 with errno (0: the other end is closed).
int send_all(int socket, const void *bytes, size_t size);
int read_all(int socket, void *bytes, size_t size);

// What a program that is started keeps of its process, as a text: limits, rights, namespaces, session. A run by the
// server is the same as a start only if it is the same for both. Returns its length, or 0 if it cannot be told.
size_t describe_circumstances(char *text, size_t size);

enum { most_circumstances = 8192 };

// Gives neighbouring mappings of a library the same rights, so that the system joins them: a fork copies each, and with
// Debian's 136 libraries two forks and their ends take 1.4 ms instead of 2.4.
void join_mappings(void);

#endif
