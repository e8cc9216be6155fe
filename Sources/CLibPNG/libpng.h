// libpng 1.6, found by pkg-config.
#include <png.h>
