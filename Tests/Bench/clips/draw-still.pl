#!/usr/bin/perl
# Draws a still with the statistics of a photograph: thousands of textured discs that hide one another, small ones more
# often than large ones (the "dead leaves" model), as raw yuv444p on standard output.
#
# The texture comes from a file of 8-bit samples, as large as the still. Usage: draw-still.pl WIDTH HEIGHT TEXTURE
use strict;
use warnings;

my ($width, $height, $texture) = @ARGV;
open my $file, '<:raw', $texture or die "$texture: $!";
read($file, my $samples, $width * $height) == $width * $height or die "$texture is too short";
binmode STDOUT;
srand 1;

# The texture in three strengths: only the low five, six or seven bits, so that a disc's brightness can be added.
my @strengths = map {
  my $bits = $_;
  my $table = join '', map { chr($_ >> (8 - $bits)) } 0 .. 255;
  my $map = "\$weak =~ tr/\\x00-\\xff/" . join('', map { sprintf '\\x%02x', ord } split //, $table) . '/';
  my $weak = $samples;
  eval $map;
  die $@ if $@;
  $weak;
} 5 .. 7;

my @planes = map { my $grey = $_; [map { chr($grey) x $width } 1 .. $height] } 112, 128, 128;
my $count = int($width * $height / 2500);
for my $leaf (1 .. $count) {
  # Radii between 8 and 400 with a density that falls with the cube, the largest first where they would hide all others.
  my $part = rand;
  my $radius = 1 / sqrt($part / 64 + (1 - $part) / 160000);
  $radius = 400 - 330 * $leaf / ($count / 40) if $leaf < $count / 40;
  my ($x, $y) = (rand($width), rand($height));
  my $bits = 5 + int(2.2 * rand);
  my $step = 1 << $bits;
  my $luma = $step * int(rand 256 / $step);
  my @chroma = map { 108 + 20 * (rand(1) + rand(1)) } 1, 2;
  my $shift = int rand($height);
  for my $row (int($y - $radius) .. int($y + $radius)) {
    next if $row < 0 || $row >= $height;
    my $half = $radius * $radius - ($row - $y) ** 2;
    next if $half <= 0;
    $half = sqrt $half;
    my $from = int($x - $half) < 0 ? 0 : int($x - $half);
    my $to = int($x + $half) > $width ? $width : int($x + $half);
    next if $to <= $from;
    my $place = (($row + $shift) % $height) * $width + $from;
    my $length = $to - $from;
    substr($planes[0][$row], $from, $length) = substr($strengths[$bits - 5], $place, $length) | chr($luma) x $length;
    for my $plane (1, 2) {
      substr($planes[$plane][$row], $from, $length) = chr($chroma[$plane - 1]) x $length;
    }
  }
}
print join '', @$_ for @planes;
