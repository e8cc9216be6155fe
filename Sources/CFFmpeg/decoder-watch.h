// Per-decoder state for the log and for detecting incomplete pictures: numbers of decoder and packet for the log, and
// marks in the memory of the pictures.
//
// Each thread of a decoder has a copy of its context, which gets the `opaque` of the context when it gets a packet. So
// `opaque` is set for each packet, and tells which packet the thread works on, and a line of the log is about.
//
// Some decoders (HEVC's, and H.264's for field pictures) report nothing when the data of a picture ends too early:
// blocks that were not decoded keep the previous content of the buffer, usually an older picture. So every new picture
// gets a mark in each block of 16 by 16 samples; a mark that is still there when the picture is finished shows that the
// block was never decoded.

#include <pthread.h>

#define FG_MARK UINT64_C(0xE1C3D9B5F2A6EDC7)

// A picture that was started for a packet, and the part of its memory that has marks.
typedef struct fg_begun {
  AVBufferRef *memory;
  int64_t packet;
  int stride, row_bytes, rows, step;
} fg_begun;

// Asked, in any thread, before memory for a picture is taken; FG_OVER_BUDGET refuses it. FG_NO_MEMORY is the reason when
// the memory cannot be had.
enum { FG_OVER_BUDGET = 1, FG_NO_MEMORY = 2 };
typedef int (*fg_judge)(const void *context, int width, int height, int format, unsigned transfer);

// A picture that was refused, and the judge's result.
typedef struct fg_refusal {
  int reason, width, height, format;
  unsigned transfer;
} fg_refusal;

// A packet of a decoder; its number is negative before the first one.
typedef struct fg_ticket {
  struct fg_watch *watch;
  int64_t packet;
} fg_ticket;

// More than there are threads at work, each of which has one.
enum { FG_TICKETS = 128 };

typedef struct fg_watch {
  intptr_t number;
  fg_ticket tickets[FG_TICKETS];
  int64_t ticket_count;
  fg_judge judge;
  const void *judge_context;
  fg_refusal refusal;
  // Pictures that were started and not checked yet: other pictures may depend on them before they are output.
  int watches_begun;
  fg_begun begun[64];
  int begun_count;
  // A decoder with several threads starts pictures in each of them.
  pthread_mutex_t lock;
} fg_watch;

// The watch of a decoder; NULL if it has none.
static inline fg_watch *fg_watch_of(const AVCodecContext *context) {
  const fg_ticket *ticket = context ? (const fg_ticket *)context->opaque : NULL;
  return ticket ? ticket->watch : NULL;
}

// From now on, the decoder works on this packet.
static inline void fg_take_ticket(AVCodecContext *context, int64_t packet) {
  fg_watch *watch = fg_watch_of(context);
  if (!watch) return;
  fg_ticket *ticket = &watch->tickets[watch->ticket_count++ % FG_TICKETS];
  *ticket = (fg_ticket){watch, packet};
  context->opaque = ticket;
}

// Bytes from one sample of the first plane to the next; 0 for formats in which samples share bytes.
static inline int fg_sample_step(const AVFrame *frame, int *row_bytes) {
  const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get((enum AVPixelFormat)frame->format);
  if (!descriptor || descriptor->flags & (AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL)) return 0;
  *row_bytes = av_image_get_linesize((enum AVPixelFormat)frame->format, frame->width, 0);
  return *row_bytes > 0 ? descriptor->comp[0].step : 0;
}

// Writes a mark, or checks whether one is there.
static inline int fg_visit_mark(uint8_t *place, int writes) {
  const uint64_t mark = FG_MARK;
  if (writes) memcpy(place, &mark, sizeof mark);
  return !writes && memcmp(place, &mark, sizeof mark) == 0;
}

// Writes marks in rows `top` to `bottom` and bytes `left` to `right` of a plane, or returns 1 if one of them is still
// there. Both fields of an interlaced picture get marks; so does the last row, since most other formats are decoded row
// by row.
static inline int fg_visit_marks(uint8_t *plane, ptrdiff_t stride, int left, int right, int top, int bottom, int step,
                                 int writes) {
  const int span = 16 * step, inset = 4 * step;
  for (int y = top & ~15; y < bottom; y += 16) {
    int column = left / span;
    for (int x = column * span; x + span <= right; x += span, column++) {
      int row = y + 8 + (column & 1);
      if (row < top || row >= bottom || x + inset < left) continue;
      if (fg_visit_mark(plane + row * stride + x + inset, writes)) return 1;
    }
  }
  for (int x = left / span * span; x + span <= right; x += span) {
    if (x + inset >= left && fg_visit_mark(plane + (bottom - 1) * stride + x + inset, writes)) return 1;
  }
  return right - left >= 8 && fg_visit_mark(plane + (bottom - 1) * stride + right - 8, writes);
}

static inline int fg_fits(const AVBufferRef *buffer, int64_t stride, int row_bytes, int rows) {
  return stride >= row_bytes && rows > 0 && (int64_t)buffer->size >= stride * (rows - 1) + row_bytes;
}

// The status of a picture's memory, after the judge or the allocation has refused it, else `status`. A decoder's picture
// may be larger than what is shown of it, by some padding that does not count.
static inline int fg_note_refusal(const AVCodecContext *context, const AVFrame *frame, int reason, int status) {
  fg_watch *watch = fg_watch_of(context);
  if (!watch || !reason) return status;
  pthread_mutex_lock(&watch->lock);
  watch->refusal = (fg_refusal){reason, context->width > 0 ? context->width : frame->width,
                                context->height > 0 ? context->height : frame->height, frame->format,
                                (unsigned)context->color_trc};
  pthread_mutex_unlock(&watch->lock);
  return AVERROR(ENOMEM);
}

// The judge's result about a picture.
static inline int fg_judged(const AVCodecContext *context, const AVFrame *frame) {
  const fg_watch *watch = fg_watch_of(context);
  if (!watch || !watch->judge) return 0;
  return watch->judge(watch->judge_context, context->width > 0 ? context->width : frame->width,
                      context->height > 0 ? context->height : frame->height, frame->format,
                      (unsigned)context->color_trc);
}

// The latest refusal, which this forgets; its reason is 0 when there was none.
static inline fg_refusal fg_take_refusal(AVCodecContext *context) {
  fg_watch *watch = fg_watch_of(context);
  fg_refusal refusal = {0, 0, 0, 0, 0};
  if (!watch) return refusal;
  pthread_mutex_lock(&watch->lock);
  refusal = watch->refusal;
  watch->refusal.reason = 0;
  pthread_mutex_unlock(&watch->lock);
  return refusal;
}

// `get_buffer2` of a watched decoder: calls FFmpeg's own and writes the marks.
static inline int fg_get_marked_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  fg_watch *watch = fg_watch_of(context);
  int status = fg_note_refusal(context, frame, fg_judged(context, frame), 0);
  if (status < 0) return status;
  status = avcodec_default_get_buffer2(context, frame, flags);
  if (status == AVERROR(ENOMEM)) return fg_note_refusal(context, frame, FG_NO_MEMORY, status);
  if (status < 0 || !frame->buf[0] || frame->data[0] != frame->buf[0]->data) return status;
  int row_bytes = 0;
  int step = fg_sample_step(frame, &row_bytes);
  if (step <= 0 || !fg_fits(frame->buf[0], frame->linesize[0], row_bytes, frame->height)) return status;
  fg_visit_marks(frame->data[0], frame->linesize[0], 0, row_bytes, 0, frame->height, step, 1);
  if (!watch || !watch->watches_begun) return status;
  AVBufferRef *memory = av_buffer_ref(frame->buf[0]);
  pthread_mutex_lock(&watch->lock);
  if (memory && watch->begun_count < 64) {
    watch->begun[watch->begun_count++] =
        (fg_begun){memory, fg_frame_number(frame), frame->linesize[0], row_bytes, frame->height, step};
    memory = NULL;
  }
  pthread_mutex_unlock(&watch->lock);
  av_buffer_unref(&memory);
  return status;
}

// Whether an output picture has a block that was never decoded. Cropping may have moved its first sample.
static inline int fg_is_incomplete(const AVFrame *frame) {
  if (!frame->buf[0] || frame->linesize[0] <= 0) return 0;
  ptrdiff_t offset = frame->data[0] - frame->buf[0]->data;
  int row_bytes = 0;
  int step = fg_sample_step(frame, &row_bytes);
  if (step <= 0 || offset < 0 || (size_t)offset >= frame->buf[0]->size) return 0;
  int top = (int)(offset / frame->linesize[0]), left = (int)(offset % frame->linesize[0]);
  if (!fg_fits(frame->buf[0], frame->linesize[0], left + row_bytes, top + frame->height)) return 0;
  return fg_visit_marks(frame->buf[0]->data, frame->linesize[0], left, left + row_bytes, top, top + frame->height, step,
                        0);
}

// Starts watching a decoder that is not open yet; `number` identifies it in the log, and the judge's context must exist
// as long as the decoder. Returns an AVERROR.
static inline int fg_watch_decoder(AVCodecContext *context, intptr_t number, fg_judge judge,
                                   const void *judge_context) {
  fg_watch *watch = (fg_watch *)av_mallocz(sizeof *watch);
  if (!watch) return AVERROR(ENOMEM);
  watch->number = number;
  watch->judge = judge;
  watch->judge_context = judge_context;
  // Among decoders with inter prediction, HEVC's is the only one that neither conceals nor reports missing blocks.
  watch->watches_begun = context->codec_id == AV_CODEC_ID_HEVC;
  pthread_mutex_init(&watch->lock, NULL);
  watch->tickets[0] = (fg_ticket){watch, -1};
  watch->ticket_count = 1;
  context->opaque = watch->tickets;
  context->get_buffer2 = fg_get_marked_buffer;
#if LIBAVCODEC_VERSION_MAJOR < 60
  // The marks may be made in any thread; since libavcodec 60 this is assumed.
  context->thread_safe_callbacks = 1;
#endif
  return 0;
}

// Checks each picture started by packets up to this one once; all of them must be finished. Returns the number of the
// first packet found whose picture is incomplete; -1 when there is none.
static inline int64_t fg_next_incomplete(AVCodecContext *context, int64_t last) {
  fg_watch *watch = fg_watch_of(context);
  int64_t found = -1;
  if (!watch || !watch->watches_begun) return found;
  pthread_mutex_lock(&watch->lock);
  for (int i = 0; i < watch->begun_count && found < 0;) {
    fg_begun begun = watch->begun[i];
    if (begun.packet > last) {
      i++;
      continue;
    }
    watch->begun[i] = watch->begun[--watch->begun_count];
    if (fg_visit_marks(begun.memory->data, begun.stride, 0, begun.row_bytes, 0, begun.rows, begun.step, 0))
      found = begun.packet;
    av_buffer_unref(&begun.memory);
  }
  pthread_mutex_unlock(&watch->lock);
  return found;
}

// Forgets pictures in progress: for flushing, when no thread is running.
static inline void fg_forget_incomplete(AVCodecContext *context) {
  fg_watch *watch = fg_watch_of(context);
  if (!watch) return;
  for (int i = 0; i < watch->begun_count; i++) av_buffer_unref(&watch->begun[i].memory);
  watch->begun_count = 0;
}

static inline void fg_free_watched(AVCodecContext *context) {
  fg_watch *watch = fg_watch_of(context);
  // Freeing the context ends its threads; the state that they use must exist until then.
  avcodec_free_context(&context);
  if (!watch) return;
  for (int i = 0; i < watch->begun_count; i++) av_buffer_unref(&watch->begun[i].memory);
  pthread_mutex_destroy(&watch->lock);
  av_free(watch);
}
