// fstatfs(2), which Swift's module of the C library lacks on Linux.
#ifndef FRAMEGRAB_CFILESYSTEM_H
#define FRAMEGRAB_CFILESYSTEM_H

#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#endif

#endif
