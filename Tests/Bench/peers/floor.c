// The least that a grab costs with FFmpeg: open, seek, decode up to one frame, write its planes. No check of anything,
// no colours, no PNG, no process of its own: what framegrab takes above it is framegrab's.
//
// Usage: floor VIDEO MICROSECONDS FILE. The file is a PGM of the first plane (8 bits), the other planes behind it.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

static int read_some(void *file, uint8_t *bytes, int count) {
  const ssize_t got = read(*(int *)file, bytes, count);
  return got > 0 ? (int)got : AVERROR_EOF;
}

static int64_t move(void *file, int64_t place, int whence) {
  struct stat facts;
  if (whence == AVSEEK_SIZE) return fstat(*(int *)file, &facts) == 0 ? facts.st_size : -1;
  return lseek(*(int *)file, place, whence & ~AVSEEK_FORCE);
}

static void write_planes(const AVFrame *frame, const char *name) {
  const int size = av_image_get_buffer_size(frame->format, frame->width, frame->height, 1);
  uint8_t *bytes = size > 0 ? malloc(size) : NULL;
  FILE *file = fopen(name, "wb");
  if (bytes == NULL || file == NULL) fail("writing");
  av_image_copy_to_buffer(bytes, size, (const uint8_t *const *)frame->data, frame->linesize, frame->format,
                          frame->width, frame->height, 1);
  fprintf(file, "P5\n%d %d\n255\n", frame->width, frame->height);
  if (fwrite(bytes, size, 1, file) != 1 || fclose(file) != 0) fail("writing");
}

int main(int count, char **words) {
  if (count != 4) fail("VIDEO MICROSECONDS FILE");
  // The self-contained build's FFmpeg opens no files itself.
  int file = open(words[1], O_RDONLY);
  AVFormatContext *input = avformat_alloc_context();
  if (file < 0 || input == NULL) fail("opening");
  input->pb = avio_alloc_context(av_malloc(1 << 16), 1 << 16, 0, &file, read_some, NULL, move);
  if (avformat_open_input(&input, words[1], NULL, NULL) < 0) fail("opening");
  // Only ISO files say all that a decoder needs.
  if (strstr(input->iformat->name, "mp4") == NULL && avformat_find_stream_info(input, NULL) < 0) fail("probing");
  const int number = av_find_best_stream(input, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  if (number < 0) fail("no video");
  AVStream *stream = input->streams[number];
  for (unsigned i = 0; i < input->nb_streams; i++)
    if ((int)i != number) input->streams[i]->discard = AVDISCARD_ALL;
  const int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
  const int64_t wanted = start + av_rescale_q(atoll(words[2]), AV_TIME_BASE_Q, stream->time_base);
  AVCodecContext *decoder = avcodec_alloc_context3(NULL);
  if (decoder == NULL || avcodec_parameters_to_context(decoder, stream->codecpar) < 0) fail("the decoder");
  decoder->thread_count = 1;
  decoder->pkt_timebase = stream->time_base;
  if (avcodec_open2(decoder, avcodec_find_decoder(stream->codecpar->codec_id), NULL) < 0) fail("the decoder");
  if (av_seek_frame(input, number, wanted, AVSEEK_FLAG_BACKWARD) < 0) fail("seeking");
  AVPacket *packet = av_packet_alloc();
  AVFrame *frame = av_frame_alloc(), *found = av_frame_alloc();
  int64_t last = AV_NOPTS_VALUE;
  int left = 1 << 20, ended = 0;
  while (!ended) {
    ended = left == 0 || av_read_frame(input, packet) < 0;
    if (ended) {
      avcodec_send_packet(decoder, NULL);
    } else if (packet->stream_index == number) {
      // The frame on screen is the last one that begins by then: that of this packet, if its length says so; else
      // it is certain to be among those of 16 packets more.
      const int may_be = packet->pts <= wanted && packet->pts + packet->duration > wanted;
      const int is_known = packet->duration > 0;
      if (may_be && is_known) left = 1;
      if (packet->pts > wanted && left > 16 && !is_known) left = 16;
      decoder->skip_frame = may_be || !is_known ? AVDISCARD_DEFAULT : AVDISCARD_NONREF;
      avcodec_send_packet(decoder, packet);
      left--;
    }
    av_packet_unref(packet);
    while (avcodec_receive_frame(decoder, frame) >= 0) {
      if (frame->pts <= wanted && (last == AV_NOPTS_VALUE || frame->pts > last)) {
        last = frame->pts;
        av_frame_unref(found);
        av_frame_move_ref(found, frame);
      }
      av_frame_unref(frame);
    }
  }
  if (last == AV_NOPTS_VALUE) fail("no picture");
  write_planes(found, words[3]);
  return 0;
}
