#!/usr/bin/perl
# Rebuilds the tables of an mp4 with one video track without B pictures, whose index is at the end, each sample in a
# chunk of its own (ISO/IEC 14496-12, 8.5.2 and 8.7.4).
# Usage: rebuild-mp4.pl join FIRST SECOND OUTPUT: two sample descriptions, the second file's samples behind the first's
#        rebuild-mp4.pl split FIRST OUTPUT: each access unit delimiter of H.264 is a sample of its own
use strict;
use warnings;

sub contents {
  open my $file, '<:raw', $_[0] or die "$_[0]: $!\n";
  local $/;
  return <$file>;
}

# The first box of this type on a path, as its position and size.
sub box {
  my ($bytes, @path) = @_;
  my ($at, $end) = (0, length $bytes);
  for my $type (@path) {
    my $size;
    for (;; $at += $size) {
      die "no box $type\n" if $at + 8 > $end;
      ($size, my $found) = unpack 'N a4', substr $bytes, $at, 8;
      last if $found eq $type;
    }
    $end = $at + $size;
    $at += 8 if $type ne $path[-1];
  }
  return ($at, $end - $at);
}

my @table = qw(moov trak mdia minf stbl);
sub content {
  my ($bytes, @path) = @_;
  my ($at, $size) = box($bytes, @path);
  return substr $bytes, $at + 8, $size - 8;
}

# Each sample's bytes and duration.
sub samples {
  my ($bytes) = @_;
  my (undef, $same, $count, @sizes) = unpack 'N N N N*', content($bytes, @table, 'stsz');
  @sizes = ($same) x $count if $same;
  my (undef, undef, @offsets) = unpack 'N N N*', content($bytes, @table, 'stco');
  my (undef, undef, @runs) = unpack 'N N N*', content($bytes, @table, 'stsc');
  my (@samples, $left, $at);
  for my $chunk (1 .. @offsets) {
    for (my $run = 0; $run < @runs; $run += 3) { $left = $runs[$run + 1] if $runs[$run] <= $chunk }
    $at = $offsets[$chunk - 1];
    for (1 .. $left) {
      my $size = shift @sizes // last;
      push @samples, substr $bytes, $at, $size;
      $at += $size;
    }
  }
  my (undef, $entries, @times) = unpack 'N N N*', content($bytes, @table, 'stts');
  my @durations = map { ($times[2 * $_ + 1]) x $times[2 * $_] } 0 .. $entries - 1;
  return (\@samples, \@durations);
}

sub made { my ($type, $content) = @_; return pack('N a4', 8 + length $content, $type) . $content }

my $way = shift @ARGV;
my $output = pop @ARGV;
my ($first, @more) = map { contents($_) } @ARGV;
my (@all, @durations, @keys);
my $starts = 0;
for my $file ($first, @more) {
  my ($samples, $times) = samples($file);
  my %isKey = map { $_ => 1 } eval { my (undef, undef, @sync) = unpack 'N N N*', content($file, @table, 'stss'); @sync };
  for my $n (1 .. @$samples) {
    my $sample = $samples->[$n - 1];
    # The delimiter is a unit of two bytes, after its length.
    if ($way eq 'split' && substr($sample, 0, 5) eq "\0\0\0\x02\x09") {
      push @all, substr $sample, 0, 6, '';
      push @durations, 0;
    }
    push @all, $sample;
    push @durations, $times->[$n - 1];
    push @keys, scalar @all if $isKey{$n};
  }
  $starts ||= @all;
}
my ($head) = box($first, 'mdat');
my $data = substr($first, 0, $head) . made('mdat', join '', @all);
my ($at, @offsets) = $head + 8;
for (@all) { push @offsets, $at; $at += length }
my @descriptions = map { substr content($_, @table, 'stsd'), 8 } $first, @more;
my $ticks = 0;
$ticks += $_ for @durations;
my @runs = @more ? (1, 1, 1, 1 + $starts, 1, 2) : (1, 1, 1);
my $stbl = made('stbl', join '',
  made('stsd', pack('N N', 0, scalar @descriptions) . join '', @descriptions),
  made('stts', pack('N N', 0, scalar @all) . join '', map { pack 'N N', 1, $_ } @durations),
  made('stss', pack('N N N*', 0, scalar @keys, @keys)),
  made('stsc', pack('N N N*', 0, @runs / 3, @runs)),
  made('stsz', pack('N N N N*', 0, 0, scalar @all, map { length } @all)),
  made('stco', pack('N N N*', 0, scalar @all, @offsets)));

# Puts the new table into its place, and the new length into the headers; without an edit list, all is shown.
sub rebuilt {
  my ($bytes, @path) = @_;
  my $type = shift @path // return $stbl;
  my $content = '';
  for (my $place = 0; $place < length $bytes;) {
    my ($size, $found) = unpack 'N a4', substr $bytes, $place, 8;
    my $inside = substr $bytes, $place + 8, $size - 8;
    $place += $size;
    next if $found eq 'edts';
    substr $inside, 16, 4, pack 'N', $ticks if $found eq 'mdhd';
    $content .= $found eq 'stbl' ? $stbl : made($found, $found eq $type ? rebuilt($inside, @path) : $inside);
  }
  return $content;
}
open my $target, '>:raw', $output or die "$output: $!\n";
print $target $data, rebuilt(substr($first, (box($first, 'moov'))[0], (box($first, 'moov'))[1]), @table);
close $target or die "$output: $!\n";
