#!/usr/bin/perl
# Writes the display matrix of the first track (ISO/IEC 14496-12, 8.3.2): A B C D, each -1, 0 or 1.
# Usage: set-matrix.pl INPUT OUTPUT A B C D
use strict;
use warnings;

my ($input, $output, @matrix) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $file = do { local $/; <$source> };
my $at = index $file, 'tkhd';
die "$input: no track\n" if $at < 0;
my ($a, $b, $c, $d) = map { $_ * 65536 & 0xFFFFFFFF } @matrix;
substr $file, $at + 44, 36, pack 'N9', $a, $b, 0, $c, $d, 0, 0, 0, 1 << 30;
open my $target, '>:raw', $output or die "$output: $!\n";
print $target $file;
close $target or die "$output: $!\n";
