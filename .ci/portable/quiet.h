// In front of each C file of FFmpeg: its trace, up to two lines for each sample of an mp4, is not even asked for.
// framegrab takes no lines of that level (fg_log). A level can have a tint in its high bits. libavutil is left as it is,
// since it defines the function.
#ifndef BUILDING_avutil
#include <libavutil/log.h>
#define av_log(context, level, ...) \
  (((level) & 0xff) > AV_LOG_DEBUG ? (void)0 : (av_log)(context, level, __VA_ARGS__))
#endif
