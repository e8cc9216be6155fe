// ISA-L, found by pkg-config; empty when it is not there. Sources/CPNG/packer.c is its only user.
#if __has_include(<isa-l/igzip_lib.h>)
#include <isa-l/igzip_lib.h>
#endif
