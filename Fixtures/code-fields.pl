#!/usr/bin/perl
# Encodes numbered pictures as pairs of H.264 fields, which the encoders used elsewhere cannot: reads raw pictures
# (yuv420p), writes a raw stream (ITU-T H.264, Main profile, CAVLC). The first picture is coded completely, of later
# ones only the block with the number. The first field has the even lines as samples (I_PCM), the second repeats the
# first one's lines (P_Skip) and so shows the same number. Every sixth picture starts a new GOP. Usage:
# code-fields.pl INPUT OUTPUT [WIDTH HEIGHT TOP END], where the number is in the lines from TOP up to END.
use strict;
use warnings;

my ($input, $output, $width, $height, $codeTop, $codeEnd) = (@ARGV, (160, 120, 16, 80)[@ARGV - 2 .. 3]);
my $group = 6;
my $rows = int(($height + 31) / 32);
open my $source, '<:raw', $input or die "$input: $!\n";
open my $target, '>:raw', $output or die "$output: $!\n";

my $bits = '';
sub u { my ($count, $value) = @_; $bits .= substr unpack('B32', pack 'N', $value), 32 - $count }
sub ue { my $code = sprintf '%b', $_[0] + 1; $bits .= ('0' x (length($code) - 1)) . $code }
sub align { $bits .= '0' x (-length($bits) % 8) }

# Writes the bits as a NAL unit, with emulation prevention bytes (7.4.1).
sub unit {
  my ($reference, $type) = @_;
  $bits .= '1';
  align();
  my $payload = pack 'B*', $bits;
  $payload =~ s/\0\0(?=[\0-\3])/\0\0\x03/g;
  print $target "\0\0\0\1", chr($reference << 5 | $type), $payload;
  $bits = '';
}

# 7.3.2.1.1 and 7.3.2.2: size in macroblocks of a field, lines beyond the picture cropped; a slice says
# whether it is a field.
sub parameters {
  u(8, 77); u(8, 0); u(8, 30); ue(0); ue(0); ue(0); ue(4); ue(2); u(1, 0); ue($width / 16 - 1);
  ue($rows - 1); u(1, 0); u(1, 0); u(1, 1); u(1, 1); ue(0); ue(0); ue(0); ue((32 * $rows - $height) / 4); u(1, 0);
  unit(3, 7);
  ue(0); ue(0); u(1, 0); u(1, 0); ue(0); ue(0); ue(0); u(1, 0); u(2, 0); ue(0); ue(0); ue(0); u(1, 1); u(1, 0); u(1, 0);
  unit(3, 8);
}

# 7.3.3: the header of a slice of a whole field. The second field's only reference is the first field, moved to the
# front of the list by 7.3.3.1.
sub header {
  my ($number, $isBottom, $isNew) = @_;
  ue(0); ue($isNew ? 7 : 5); ue(0); u(4, $number % 16); u(1, 1); u(1, $isBottom);
  ue(0) if $isNew;
  u(8, 2 * $number + $isBottom);
  if (!$isNew) {
    u(1, 0);
    if ($isBottom) { u(1, 1); ue(0); ue(0); ue(3) } else { u(1, 0) }
  }
  u(1, 0);
  u(1, 0) if $isNew;
  ue(0); ue(1);
}

# The samples of a macroblock of the first field: lines 0, 2, 4 … of each plane; below the picture its last even line is
# repeated.
sub samples {
  my ($picture, $column, $row) = @_;
  my $block = '';
  for ([0, 1], [$width * $height, 2], [$width * $height * 5 / 4, 2]) {
    my ($start, $scale) = @$_;
    my ($size, $stride, $lines) = (16 / $scale, $width / $scale, $height / $scale);
    for my $line (0 .. $size - 1) {
      my $y = 2 * ($row * $size + $line);
      $y = $lines - 2 if $y > $lines - 2;
      $block .= substr $$picture, $start + $y * $stride + $column * $size, $size;
    }
  }
  return $block;
}

my ($shown, $count) = ('', 0);
while (read $source, my $picture, $width * $height * 3 / 2) {
  my $place = $count++ % $group;
  if ($place == 0) {
    $shown = $picture;
  } else {
    # The number is in columns 0 to 127 of these lines.
    substr $shown, $_ * $width, 128, substr $picture, $_ * $width, 128 for $codeTop .. $codeEnd - 1;
  }
  parameters() if $place == 0;
  header($place, 0, $place == 0);
  my ($skipped, @blocks) = 0;
  for my $row (0 .. $rows - 1) {
    for my $column (0 .. $width / 16 - 1) {
      my $block = samples(\$shown, $column, $row);
      push @blocks, $block;
      if ($place > 0) {
        our @before;
        if ($before[$row * $width / 16 + $column] eq $block) { $skipped++; next }
        ue($skipped);
        $skipped = 0;
      }
      ue($place == 0 ? 25 : 30);
      align();
      $bits .= unpack 'B*', $block;
    }
  }
  ue($skipped) if $skipped > 0;
  our @before = @blocks;
  unit(3, $place == 0 ? 5 : 1);
  header($place, 1, 0);
  ue($rows * $width / 16);
  unit(3, 1);
}
close $target or die "$output: $!\n";
