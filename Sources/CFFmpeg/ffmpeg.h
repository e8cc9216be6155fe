// Everything that Swift cannot import from FFmpeg's headers, and every difference between FFmpeg 5.1 and 8.
#ifndef FRAMEGRAB_CFFMPEG_H
#define FRAMEGRAB_CFFMPEG_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/crc.h>
#include <libavutil/dict.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libavutil/version.h>
#include <libswscale/swscale.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// Macros with casts are not imported.
static const int64_t FG_NO_TIMESTAMP = AV_NOPTS_VALUE;
static const int FG_ERROR_END_OF_FILE = AVERROR_EOF;
static const int FG_ERROR_AGAIN = AVERROR(EAGAIN);
static const int FG_ERROR_IO = AVERROR(EIO);
static const int FG_ERROR_INVALID_ARGUMENT = AVERROR(EINVAL);
static const int FG_ERROR_NO_MEMORY = AVERROR(ENOMEM);
static const int FG_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int FG_ERROR_INTERRUPTED = AVERROR_EXIT;
static const int FG_ERROR_REFUSED = AVERROR(EPERM);

// Side data about the picture's geometry: in the stream until 6.0, in the codec parameters since 6.1.
static inline const uint8_t *fg_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type,
                                                 size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
  const AVPacketSideData *data = av_packet_side_data_get(stream->codecpar->coded_side_data,
                                                         stream->codecpar->nb_coded_side_data, type);
  *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

// Probes the streams; pictures that have to be decoded for that may have at most `pixels` pixels. The options apply to
// the streams that exist already. The rates of ISO base media files stay those of the header, since not all are probed: from a
// guessed one FFmpeg makes up how long packets last.
static inline int fg_find_stream_info(AVFormatContext *context, int64_t pixels) {
  unsigned count = context->nb_streams;
  AVDictionary **options = count ? (AVDictionary **)av_calloc(count, sizeof *options) : NULL;
  AVRational *rates = count && !strncmp(context->iformat->name, "mov,", 4) ? (AVRational *)av_calloc(count, sizeof *rates) : NULL;
  for (unsigned i = 0; options && i < count; i++) av_dict_set_int(&options[i], "max_pixels", pixels, 0);
  for (unsigned i = 0; rates && i < count; i++) rates[i] = context->streams[i]->r_frame_rate;
  int status = avformat_find_stream_info(context, options);
  for (unsigned i = 0; rates && i < count; i++) context->streams[i]->r_frame_rate = rates[i];
  for (unsigned i = 0; options && i < count; i++) av_dict_free(&options[i]);
  av_free(options);
  av_free(rates);
  return status;
}

// Since libavutil 58.29 the keyframe mark of a frame is a flag.
static inline int fg_frame_is_key(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_KEY
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}

// Since libavutil 58.29 the interlaced mark of a frame is a flag too.
static inline int fg_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

static inline int fg_frame_is_top_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first;
#endif
}

static inline void fg_set_scan(AVFrame *frame, int is_interlaced, int is_top_first) {
#ifdef AV_FRAME_FLAG_INTERLACED
  frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
  if (is_interlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
  if (is_top_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  frame->interlaced_frame = is_interlaced;
  frame->top_field_first = is_top_first;
#endif
}

// Passes a packet's number through to its picture: by `opaque` since 6.0, by `reordered_opaque` before. A decoder that
// does not support it leaves a negative number.
static inline void fg_carry_numbers(AVCodecContext *context) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  context->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#else
  context->reordered_opaque = -1;
#endif
}

static inline int64_t fg_frame_number(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  return (int64_t)(intptr_t)frame->opaque - 1;
#else
  return frame->reordered_opaque;
#endif
}

static inline void fg_set_frame_number(AVFrame *frame, int64_t number) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  frame->opaque = (void *)(intptr_t)(number + 1);
#else
  frame->reordered_opaque = number;
#endif
}

#include "decoder-watch.h"

// Gives the decoder the number of the packet that is sent to it next.
static inline void fg_set_number(AVCodecContext *context, AVPacket *packet, int64_t number) {
  fg_take_ticket(context, number);
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
  packet->opaque = (void *)(intptr_t)(number + 1);
#else
  context->reordered_opaque = number;
  (void)packet;
#endif
}

// Field repeats are in `repeat_pict`, before and after libavutil 58.29.
static inline int fg_frame_repeats(const AVFrame *frame) { return frame->repeat_pict; }

// The duration of the picture's packet in ticks; 0 when unknown.
static inline int64_t fg_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void fg_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

// The end of the last packet in the container's own index: a file that ends before it is cut off.
static inline int64_t fg_index_reach(AVStream *stream) {
  int64_t reach = 0;
  int count = avformat_index_get_entries_count(stream);
  for (int i = 0; i < count; i++) {
    const AVIndexEntry *entry = avformat_index_get_entry(stream, i);
    if (entry && entry->pos >= 0 && entry->pos < INT64_MAX / 2 && entry->pos + entry->size > reach)
      reach = entry->pos + entry->size;
  }
  return reach;
}

// Whether later entries of the container's own index are further behind in the file, and that of a packet, by its
// timestamp, is not behind its position.
static inline int fg_index_goes_forwards(AVStream *stream, int64_t timestamp, int64_t position) {
  int64_t last = -1;
  int count = avformat_index_get_entries_count(stream);
  for (int i = 0; i < count; i++) {
    const AVIndexEntry *entry = avformat_index_get_entry(stream, i);
    if (!entry || entry->pos < last || (entry->timestamp == timestamp && entry->pos > position)) return 0;
    last = entry->pos;
  }
  return 1;
}

// Reads a packet (`av_read_frame`). If the index of an ISO base media file does not reach as far as its last packet, FFmpeg
// makes up how long that lasts, from a rate that depends on what was probed: it is not known.
static inline int fg_read_frame(AVFormatContext *context, AVPacket *packet) {
  int status = av_read_frame(context, packet);
  if (status < 0 || packet->duration <= 0 || strncmp(context->iformat->name, "mov,", 4)) return status;
  AVStream *stream = context->streams[packet->stream_index];
  if (packet->dts == AV_NOPTS_VALUE || stream->duration == AV_NOPTS_VALUE || packet->dts <= stream->duration) return status;
  const AVIndexEntry *last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1);
  if (last && last->timestamp == packet->dts) packet->duration = 0;
  return status;
}

// The flag of an entry in the container's own index whose picture an edit list hides.
static const int FG_INDEX_DISCARD_FRAME = AVINDEX_DISCARD_FRAME;

// Where the container's own index has the entry with exactly this timestamp; -1 without one.
static inline int64_t fg_index_position(AVStream *stream, int64_t timestamp) {
  int number = av_index_search_timestamp(stream, timestamp, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_ANY);
  const AVIndexEntry *entry = number < 0 ? NULL : avformat_index_get_entry(stream, number);
  return entry && entry->timestamp == timestamp ? entry->pos : -1;
}

// The size of a packet in the container's own index; 0 if there is no such packet.
static inline int fg_index_size(AVStream *stream, int number) {
  const AVIndexEntry *entry = avformat_index_get_entry(stream, number);
  return entry ? entry->size : 0;
}

// Which decoder a log line is about: the number passed to `fg_watch_decoder`; 0 when it may be any decoder; -1 when it
// is not about one of our decoders, but about a container or a parser. The parts of a decoder have it as their parent,
// and the contexts of its threads are copies of it. `packet` gets the number of the packet that is worked on, or the place
// in the file where a container's demuxer is.
static inline intptr_t fg_log_owner(void *context, int64_t *packet) {
  for (int depth = 0; context && depth < 8; depth++) {
    const AVClass *class = *(const AVClass **)context;
    if (!class) return 0;
    if (class == avcodec_get_class()) {
      const fg_ticket *ticket = (const fg_ticket *)((AVCodecContext *)context)->opaque;
      if (!ticket) return -1;
      *packet = ticket->packet;
      return ticket->watch->number;
    }
    if (class == avformat_get_class()) {
      AVIOContext *input = ((AVFormatContext *)context)->pb;
      if (input) *packet = avio_tell(input);
      return -1;
    }
    if (!class->parent_log_context_offset) return 0;
    context = *(void **)((uint8_t *)context + class->parent_log_context_offset);
  }
  return 0;
}

// The log callback gets a va_list, which Swift cannot pass on, so lines are formatted here. Most calls are for levels
// that are not needed, several for each sample of an mp4, and must cost nothing: not even a line that is cleared for
// them. The high bits of a level hold a tint.
typedef void (*fg_log_sink)(intptr_t owner, int64_t packet, int level, const char *line);
static fg_log_sink fg_current_log_sink = NULL;

static inline __attribute__((noinline)) void fg_log_line(void *context, int level, const char *format,
                                                          va_list arguments) {
  char line[1024] = "";
  int prints_prefix = 0;  // the prefix holds an address, which would differ from run to run
  av_log_format_line2(NULL, level, format, arguments, line, sizeof line, &prints_prefix);
  int64_t packet = -1;
  intptr_t owner = fg_log_owner(context, &packet);
  fg_current_log_sink(owner, packet, level, line);
}

static inline void fg_log(void *context, int level, const char *format, va_list arguments) {
  level &= 0xff;
  if (level > AV_LOG_DEBUG) return;
  // At this level only do FFmpeg's decoders of H.264 and of MPEG-1 and 2 report a missing reference picture, and a block
  // that is left as it was in the buffer, and the demuxer of NUT that it passes over bytes.
  int is_telling = level == AV_LOG_DEBUG &&
                   (!strncmp(format, "Frame num gap ", 14) || !strncmp(format, "MPEG motion vector out", 22) ||
                    !strncmp(format, "syncing from ", 13));
  if ((level <= av_log_get_level() || is_telling) && fg_current_log_sink) fg_log_line(context, level, format, arguments);
}

static inline void fg_capture_log(fg_log_sink sink) {
  fg_current_log_sink = sink;
  av_log_set_callback(fg_log);
}

static inline size_t fg_length(const char *text) { return strlen(text); }

// Arrays of plane pointers and of strides, which Swift imports as tuples.
static inline uint8_t *fg_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }
static inline int fg_stride(const AVFrame *frame, int plane) { return frame->linesize[plane]; }
static inline const AVComponentDescriptor *fg_component(const AVPixFmtDescriptor *descriptor, int component) {
  return &descriptor->comp[component];
}

// One field as a frame that borrows every second row of an interlaced frame; a palette has no rows. False if a doubled
// stride would overflow.
static inline int fg_borrow_field(AVFrame *field, const AVFrame *frame, int is_bottom) {
  const AVPixFmtDescriptor *description = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  if (!description) return 0;
  field->format = frame->format;
  field->width = frame->width;
  field->height = (frame->height + !is_bottom) / 2;
  for (int i = 0; i < AV_NUM_DATA_POINTERS; i++) {
    const int stride = frame->linesize[i], is_palette = i == 1 && (description->flags & AV_PIX_FMT_FLAG_PAL);
    if (stride > INT_MAX / 2 || stride < -(INT_MAX / 2)) return 0;
    field->data[i] = frame->data[i];
    field->linesize[i] = stride;
    if (!frame->data[i] || is_palette) continue;
    if (is_bottom) field->data[i] += stride;
    field->linesize[i] = 2 * stride;
  }
  return 1;
}

// The picture as in `framemd5`: every plane packed without padding, in its own pixel format.
static inline int fg_packed_size(const AVFrame *frame) {
  return av_image_get_buffer_size((enum AVPixelFormat)frame->format, frame->width, frame->height, 1);
}
static inline int fg_pack(const AVFrame *frame, uint8_t *bytes, int size) {
  return av_image_copy_to_buffer(bytes, size, (const uint8_t *const *)frame->data, frame->linesize,
                                 (enum AVPixelFormat)frame->format, frame->width, frame->height, 1);
}

// Any component of any format, sample by sample, from a column of a row on: for samples that are packed across bytes.
static inline void fg_read_part(const AVFrame *frame, const AVPixFmtDescriptor *descriptor, int row, int column,
                                int component, int count, uint16_t *target) {
  av_read_image_line2(target, (const uint8_t **)frame->data, frame->linesize, descriptor, column, row, component, count,
                      0, 2);
}
static inline void fg_read_row(const AVFrame *frame, const AVPixFmtDescriptor *descriptor, int row, int component,
                               int count, uint16_t *target) {
  fg_read_part(frame, descriptor, row, 0, component, count, target);
}

// Converts Bayer mosaics and CIE XYZ by libswscale's own rules. The target has its size and format set; its planes are
// allocated here. Scaler flags are plain numbers until libswscale 8 and an enum since.
static inline int fg_convert(AVFrame *target, const AVFrame *source) {
  struct SwsContext *context = sws_getContext(
      source->width, source->height, (enum AVPixelFormat)source->format, target->width, target->height,
      (enum AVPixelFormat)target->format, SWS_POINT | SWS_ACCURATE_RND | SWS_BITEXACT, NULL, NULL, NULL);
  if (!context) return AVERROR(ENOSYS);
  int status = sws_scale_frame(context, target, source);
  sws_freeContext(context);
  return status < 0 ? status : 0;
}

#endif
