#!/usr/bin/perl
# Draws the numbered pictures that every file of the corpus is made of: raw yuv444p, ten blocks wide and nine high.
#
# At the left edge, below the top row, there are six rows of eight blocks, white for 1, most significant bit first: the
# number's high byte, the same inverted, its low byte, the same inverted, the CRC-8 of both, the same inverted. Three
# corners are marked: red top left, blue top right, green bottom left. Everything else moves from picture to picture, so
# that a picture built on the wrong reference shows it.
# Usage: draw-pictures.pl FIRST COUNT BLOCK
use strict;
use warnings;

my ($first, $count, $block) = @ARGV;
my ($width, $height) = (10 * $block, 9 * $block);
binmode STDOUT;

# CRC-8 with x^8+x^2+x+1, start value 0xFF, not reflected.
sub crc {
  my $rest = 0xFF;
  for my $byte (@_) {
    $rest ^= $byte;
    $rest = ($rest << 1 ^ ($rest & 0x80 ? 0x07 : 0)) & 0xFF for 1 .. 8;
  }
  return $rest;
}

# A wave for each plane, of which every line shows a different part; it repeats after 1000 samples.
my @waves = map {
  my ($middle, $swing, $turns) = @$_;
  my $wave = join '', map { chr(int($middle + $swing * sin(6.2831853 * $turns * $_ / 1000))) } 0 .. 999;
  $wave x (2 + int($width / 1000));
} ([128, 40, 37], [128, 30, 11], [128, 30, 17]);

my %marks = ("0 0" => [81, 90, 240], "0 9" => [41, 240, 110], "8 0" => [145, 54, 34]);
for my $number ($first .. $first + $count - 1) {
  my ($high, $low) = ($number >> 8 & 0xFF, $number & 0xFF);
  my $check = crc($high, $low);
  my @bytes = map { ($_, $_ ^ 0xFF) } $high, $low, $check;
  my $picture = '';
  for my $plane (0 .. 2) {
    for my $row (0 .. 8) {
      my @lines = map {
        substr $waves[$plane], (($plane + 3) * $number + 7 * ($row * $block + $_)) % 1000, $width
      } 0 .. $block - 1;
      for my $column (0, 9) {
        my $mark = $marks{"$row $column"} or next;
        substr $_, $column * $block, $block, chr($mark->[$plane]) x $block for @lines;
      }
      if ($row >= 1 && $row <= 6) {
        my $byte = $bytes[$row - 1];
        my $code = join '', map { chr($plane ? 128 : $byte >> (7 - $_) & 1 ? 235 : 16) x $block } 0 .. 7;
        substr $_, 0, 8 * $block, $code for @lines;
      }
      $picture .= join '', @lines;
    }
  }
  print $picture;
}
