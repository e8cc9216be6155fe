// Prints what FFmpeg's libraries say is in them, as KIND NAME. .ci/portable/check links it with the archives that the
// portable binary has.
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/hwcontext.h>
#include <stdio.h>
#include <string.h>

// Demuxers have a list of names; the first one counts.
static void print(const char *kind, const char *name) { printf("%s %.*s\n", kind, (int)strcspn(name, ","), name); }

int main(void) {
  void *place = NULL;
  for (const AVInputFormat *format; (format = av_demuxer_iterate(&place));) print("demuxer", format->name);
  place = NULL;
  for (const AVOutputFormat *format; (format = av_muxer_iterate(&place));) print("muxer", format->name);
  place = NULL;
  for (const AVCodec *codec; (codec = av_codec_iterate(&place));)
    print(av_codec_is_encoder(codec) ? "encoder" : "decoder", codec->name);
  place = NULL;
  for (const AVBitStreamFilter *filter; (filter = av_bsf_iterate(&place));) print("bsf", filter->name);
  for (int output = 0; output < 2; output++) {
    place = NULL;
    for (const char *name; (name = avio_enum_protocols(&place, output));) print("protocol", name);
  }
  enum AVHWDeviceType type = AV_HWDEVICE_TYPE_NONE;
  while ((type = av_hwdevice_iterate_types(type)) != AV_HWDEVICE_TYPE_NONE)
    print("hwaccel", av_hwdevice_get_type_name(type));
  return 0;
}
