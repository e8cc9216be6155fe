#!/usr/bin/perl
# Makes soft telecine: sets top_field_first and repeat_first_field of the pictures of an MPEG-2 stream (ISO/IEC
# 13818-2, 6.2.3.1) so that, in the order of presentation, they last 3, 2, 3, 2 … fields. The stream must not claim to
# be progressive. Usage: repeat-fields.pl INPUT OUTPUT
use strict;
use warnings;

my ($input, $output) = @ARGV;
open my $source, '<:raw', $input or die "$input: $!\n";
my $stream = do { local $/; <$source> };

my ($group, $place, $size, @bits) = (0, 0, 0);
while ($stream =~ /\x00\x00\x01([\0\xB5\xB8])/g) {
  my ($code, $at) = (ord $1, pos $stream);
  if ($code == 0xB8) {
    # A group of pictures: temporal_reference starts anew.
    $group += $size;
    $size = 0;
  } elsif ($code == 0) {
    $place = unpack('n', substr $stream, $at, 2) >> 6;
    $size++;
  } elsif (ord(substr $stream, $at, 1) >> 4 == 8) {
    # Picture coding extension: bits 23 to 30 of it are intra_dc_precision to alternate_scan and the two flags.
    my $number = $group + $place;
    my $repeat = $number % 2 == 0;
    # Three fields exchange the parity: top, bottom, bottom, top.
    my $top = $number % 4 == 0 || $number % 4 == 3;
    # f_codes: 4 + 16 bits; intra_dc_precision 2, picture_structure 2, then top_field_first is bit 24.
    push @bits, [$at, 24, $top], [$at, 30, $repeat];
    # progressive_frame, which repeat_first_field requires, and chroma_420_type, which must be equal to it.
    push @bits, [$at, 31, 1], [$at, 32, 1];
  } elsif (ord(substr $stream, $at, 1) >> 4 == 1) {
    # Sequence extension: progressive_sequence is bit 12.
    push @bits, [$at, 12, 0];
  }
}

for (@bits) {
  my ($at, $bit, $value) = @$_;
  my $byte = ord substr $stream, $at + int($bit / 8), 1;
  my $mask = 0x80 >> $bit % 8;
  substr $stream, $at + int($bit / 8), 1, chr($value ? $byte | $mask : $byte & ~$mask);
}

open my $target, '>:raw', $output or die "$output: $!\n";
print $target $stream;
close $target or die "$output: $!\n";
