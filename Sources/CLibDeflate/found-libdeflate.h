// libdeflate, found by pkg-config; empty when it is not there. Sources/CPNG/packer.c is its only user.
#if __has_include(<libdeflate.h>)
#include <libdeflate.h>
#endif
