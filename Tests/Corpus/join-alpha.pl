#!/usr/bin/perl
# Writes a Matroska file (RFC 9559) from two VP8 or VP9 streams of equal length: one is the pictures, the other's luma
# is their alpha plane. So each can have key frames at different positions; available encoders cannot do that. A block
# is a keyframe if the pictures' packet is.
# Usage: join-alpha.pl PICTURES.ivf ALPHA.ivf OUTPUT.mkv RATE
use strict;
use warnings;

my ($pictures, $alpha, $output, $rate) = @ARGV;
my ($number, $scale) = split /\//, $rate;

# Codec, width, height and packets of an IVF file.
sub read_packets {
  my ($name) = @_;
  open my $source, '<:raw', $name or die "$name: $!\n";
  my $file = do { local $/; <$source> };
  my ($mark, $codec, $width, $height) = unpack 'a4 x4 a4 v2', $file;
  die "$name: no IVF\n" if $mark ne 'DKIF';
  my @packets;
  for (my $at = 32; $at < length $file; $at += 12 + length $packets[-1]) {
    push @packets, substr $file, $at + 12, unpack 'V', substr $file, $at, 4;
  }
  return ($codec, $width, $height, @packets);
}

# An element: its ID in hexadecimal digits, its size in four bytes, its content.
sub element {
  my ($id, @parts) = @_;
  my $contents = join '', @parts;
  return pack('H*', $id) . pack('N', 1 << 28 | length $contents) . $contents;
}
sub integer { element($_[0], pack 'N', $_[1]) }

# VP8: the lowest bit of a packet is 0 in key frames. VP9: marker 10, two bits of profile, then show_existing_frame and
# frame_type are 0; a superframe that starts with a key frame has the same first byte.
sub is_key { $_[0] eq 'VP80' ? !(ord($_[1]) & 1) : (ord($_[1]) & 0xCC) == 0x80 }

my ($codec, $width, $height, @shown) = read_packets($pictures);
my (undef, undef, undef, @planes) = read_packets($alpha);
die "$output: the streams have different lengths\n" if @shown != @planes;

my $clusters = '';
for my $n (0 .. $#shown) {
  my $block = element('a1', "\x81\0\0\0", $shown[$n]);
  my $addition = element('75a1', element('a6', integer('ee', 1), element('a5', $planes[$n])));
  # If it is not a keyframe, it refers to another block, by the difference of times.
  my $reference = is_key($codec, $shown[$n]) ? '' : element('fb', pack 'c', -1);
  my $time = int($n * 1000 * $scale / $number + 0.5);
  $clusters .= element('1f43b675', integer('e7', $time), element('a0', $block, $addition, $reference));
}
my $video = element('e0', integer('b0', $width), integer('ba', $height), integer('53c0', 1));
my $track = element('ae', integer('d7', 1), integer('73c5', 1), integer('83', 1), integer('55ee', 1),
  element('86', $codec eq 'VP80' ? 'V_VP8' : 'V_VP9'), integer('23e383', int(1e9 * $scale / $number + 0.5)), $video);
open my $target, '>:raw', $output or die "$output: $!\n";
print $target element('1a45dfa3', element('4282', 'matroska'), integer('4287', 4), integer('4285', 2)),
  element('18538067', element('1549a966', integer('2ad7b1', 1_000_000)), element('1654ae6b', $track), $clusters);
close $target or die "$output: $!\n";
