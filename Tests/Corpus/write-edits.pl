#!/usr/bin/perl
# Writes an edit list (ISO/IEC 14496-12, 8.6.6) into an mp4 file of one track whose index is at its end.
# Edits are "START LENGTH" in pictures, separated by semicolons; START -1 shows nothing for that long.
# Usage: write-edits.pl INPUT OUTPUT RATE EDITS
use strict;
use warnings;

my ($input, $output, $rate, $list) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $file = do { local $/; <$source> };

# The position of a box inside the boxes named before it, and its size.
sub box {
  my ($from, $to, $name, @inner) = @_;
  for (my $at = $from; $at + 8 <= $to;) {
    my ($size, $type) = unpack 'N a4', substr $file, $at, 8;
    die "box of $size bytes\n" if $size < 8;
    if ($type eq $name) { return @inner ? box($at + 8, $at + $size, @inner) : ($at, $size) }
    $at += $size;
  }
  die "no $name\n";
}

my $length = length $file;
my ($mdat) = box(0, $length, 'mdat');
my ($moov) = box(0, $length, 'moov');
die "the index comes first\n" if $moov < $mdat;
my ($mvhd) = box(0, $length, 'moov', 'mvhd');
my ($mdhd) = box(0, $length, qw(moov trak mdia mdhd));
my $movie = unpack 'N', substr $file, $mvhd + 20, 4;
my $media = unpack 'N', substr $file, $mdhd + 20, 4;

my ($entries, $count, $total) = ('', 0, 0);
for (split /;/, $list) {
  my ($start, $pictures) = split;
  $entries .= pack 'N N n n', $pictures * $movie / $rate, $start < 0 ? 0xFFFFFFFF : $start * $media / $rate, 1, 0;
  $total += $pictures * $movie / $rate;
  $count++;
}
my $elst = pack('N a4 N N', 16 + length $entries, 'elst', 0, $count) . $entries;
my $edts = pack('N a4', 8 + length $elst, 'edts') . $elst;

my ($trak, $trakSize) = box(0, $length, 'moov', 'trak');
my ($tkhd, $tkhdSize) = box(0, $length, qw(moov trak tkhd));
my ($old, $oldSize) = eval { box($trak + 8, $trak + $trakSize, 'edts') };
($old, $oldSize) = ($tkhd + $tkhdSize, 0) unless defined $old;
substr $file, $mvhd + 24, 4, pack 'N', $total;
substr $file, $tkhd + 28, 4, pack 'N', $total;
my $growth = length($edts) - $oldSize;
for my $at ($moov, $trak) { substr $file, $at, 4, pack 'N', unpack('N', substr $file, $at, 4) + $growth }
substr $file, $old, $oldSize, $edts;

open my $target, '>:raw', $output or die "$output: $!\n";
print $target $file;
close $target or die "$output: $!\n";
