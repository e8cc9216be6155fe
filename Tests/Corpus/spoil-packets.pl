#!/usr/bin/perl
# Makes packets of a file undecodable by overwriting them, without changing the container's data about them.
# PLACE is "OFFSET:SIZE" in bytes. WAY is the kind of data to write:
#   zeros, ones  over the whole packet
#   half-BYTE    over its second half (55, AA, 0F, F0), so that the decoder gives a picture
#   filler       H.264: units of the same lengths that are filler data (ITU-T H.264, 7.4.1)
#   h264, hevc   the slices keep length and type, and name a parameter set that the stream does not have
#   mpeg2        the slices get a row number below the picture
#   png          zeros over the compressed data
# With the last four, FFmpeg's parsers, which do not read that far, still find the packet: otherwise, in transport
# streams, and with PNG in Matroska, they would join it to another.
# Usage: spoil-packets.pl INPUT OUTPUT WAY PLACE…
use strict;
use warnings;

my ($input, $output, $way, @places) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $file = do { local $/; <$source> };

# Each unit of a packet is preceded by its length in four bytes.
sub units {
  my ($packet, $change) = @_;
  my $changed = '';
  for (my $at = 0; $at < length $packet;) {
    my $size = unpack 'N', substr $packet, $at, 4;
    my $unit = substr $packet, $at + 4, $size;
    die "$input: a unit of $size bytes\n" if length $unit < 4 || length $unit < $size;
    $changed .= pack('N', $size) . $change->($unit);
    $at += 4 + $size;
  }
  return $changed;
}

sub filler { "\x0C" . "\xFF" x (length($_[0]) - 2) . "\x80" }

# After the header of one byte: this is the first slice (1), its kind (1), then the number of the parameter set, which
# the zeros before its first 1 make greater than any.
sub sliceOfH264 {
  my ($unit) = @_;
  my $type = ord($unit) & 31;
  return $type == 1 || $type == 5 ? substr($unit, 0, 1) . "\xC0\x1F" . "\xFF" x (length($unit) - 3) : $unit;
}

# After the header of two bytes: this is the first slice (1), in keyframes a flag, then the number.
sub sliceOfHEVC {
  my ($unit) = @_;
  return ord($unit) >> 1 < 32 ? substr($unit, 0, 2) . "\x80\x01" . "\xFF" x (length($unit) - 4) : $unit;
}

# The start code of a slice ends with the number of its macroblock row, from 01 up to AF.
sub slicesOfMPEG2 { $_[0] =~ s/(\x00\x00\x01)[\x01-\xAF]/$1\xAF/gr }

# Chunks of PNG after the signature: length of the contents, type, contents, checksum.
sub contentsOfPNG {
  my ($packet) = @_;
  for (my $at = 8; $at < length $packet;) {
    my ($size, $type) = unpack 'N a4', substr $packet, $at, 8;
    substr $packet, $at + 8, $size, "\0" x $size if $type eq 'IDAT';
    $at += $size + 12;
  }
  return $packet;
}

my %ways = (
  zeros => sub { "\0" x length $_[0] },
  ones => sub { "\xFF" x length $_[0] },
  filler => sub { units($_[0], \&filler) },
  h264 => sub { units($_[0], \&sliceOfH264) },
  hevc => sub { units($_[0], \&sliceOfHEVC) },
  mpeg2 => \&slicesOfMPEG2,
  png => \&contentsOfPNG,
);
for my $fill ("55", "AA", "0F", "F0") {
  $ways{"half-$fill"} = sub {
    substr $_[0], length($_[0]) / 2, length $_[0], chr(hex $fill) x ((1 + length $_[0]) / 2);
    $_[0];
  };
}
my $change = $ways{$way} or die "no such way: $way\n";
for (@places) {
  my ($offset, $size) = split /:/;
  substr $file, $offset, $size, $change->(substr $file, $offset, $size);
}
open my $target, '>:raw', $output or die "$output: $!\n";
print $target $file;
close $target or die "$output: $!\n";
