#!/usr/bin/perl
# Moves the box with the cover of an mp4 file (moov/udta) before the track, so that the cover becomes stream 0.
# Usage: move-cover.pl INPUT OUTPUT
use strict;
use warnings;

my ($input, $output) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $file = do { local $/; <$source> };
my ($trak, $udta) = map { index($file, $_) - 4 } qw(trak udta);
die "$input: no track or no cover\n" if $trak < 0 || $udta < $trak;
my $size = unpack 'N', substr $file, $udta, 4;
my $cover = substr $file, $udta, $size, '';
substr $file, $trak, 0, $cover;
open my $target, '>:raw', $output or die "$output: $!\n";
print $target $file;
close $target or die "$output: $!\n";
