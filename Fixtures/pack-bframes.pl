#!/usr/bin/perl
# Packs B-frames the way old DivX and XviD encoders did: reads an AVI file of MPEG-4 part 2 with single B-frames and
# writes one in which each B-frame is in the chunk of the picture before it in decoding order, with a placeholder (a
# picture marked as not coded) in the chunk that becomes free. Decoders recognise such files by a mark in the user data.
# Usage: pack-bframes.pl INPUT OUTPUT
use strict;
use warnings;

my ($input, $output) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $file = do { local $/; <$source> };
my $movi = index $file, 'movi';
die "$input: no pictures\n" if $movi < 0;

my @pictures;
my $end = $movi + unpack 'V', substr $file, $movi - 4, 4;
for (my $at = $movi + 4; $at + 8 <= $end;) {
  my ($name, $size) = unpack 'a4 V', substr $file, $at, 8;
  push @pictures, substr $file, $at + 8, $size if $name eq '00dc';
  $at += 8 + $size + $size % 2;
}

# vop_coding_type: the two bits after the start code of a picture (ISO/IEC 14496-2, 6.2.5). 0 is I, 2 is B.
my $start = "\0\0\1\xB6";
sub type { ord(substr $_[0], index($_[0], $start) + 4, 1) >> 6 }

# P, no whole seconds, five bits of time, not coded, then stuffing.
my $placeholder = $start . pack 'B16', '01' . '0' . '1' . '00000' . '1' . '0' . '01111';
my @chunks;
for my $picture (@pictures) {
  if (type($picture) == 2) {
    $chunks[-1] .= $picture;
    push @chunks, $placeholder;
  } else {
    push @chunks, $picture;
  }
}
substr $chunks[0], index($chunks[0], $start), 0, "\0\0\1\xB2DivX503b1393p";

my ($data, $index) = ('movi', '');
for my $chunk (@chunks) {
  $index .= pack 'a4 V3', '00dc', type($chunk) == 0 ? 0x10 : 0, length $data, length $chunk;
  $data .= pack('a4 V', '00dc', length $chunk) . $chunk . ("\0" x (length($chunk) % 2));
}
my $body = substr($file, 8, $movi - 8 - 8) . pack('a4 V', 'LIST', length $data) . $data
  . pack('a4 V', 'idx1', length $index) . $index;
open my $target, '>:raw', $output or die "$output: $!\n";
print $target pack('a4 V', 'RIFF', length $body), $body;
close $target or die "$output: $!\n";
