# Reads lines of number, pts, packet duration and md5; writes a table of frames (write-truth.sh) with their clock, and
# the file's line of the manifest. The intended times and the times in the file must agree within one tick of the
# container.
function fail(why) { print name ": frame " NR - 1 ": " why >"/dev/stderr"; failed = 1; exit 1 }
function gcd(a, b,   rest) { while (b) { rest = a % b; a = b; b = rest } return a < 0 ? -a : a }
function fraction(n, d,   g) { g = gcd(n, d); return sprintf("%d/%d", n / g, d / g) }

BEGIN {
  OFS = "\t"
  split(base, b, "/"); split(rate, r, "/"); split(audio, a, "[ /]"); split(unseen, u, "/")
  isListed = times != "number" && times != "index"
  if (isListed) split(times, due, " ")
  print "index", "number", "clock", "pts", "md5"
}
NF != 4 || $1 == "" || $2 == "" || length($4) != 32 { fail("numbers, timestamps and pictures differ in count") }
{
  # Shown after n frames of the rate: n/r seconds.
  n = isListed ? due[NR] : times == "index" || $1 == "-" && NR == 1 ? NR - 1 : $1
  if (NR == 1) first = n
  n -= first
  # Damage leaves numbers that cannot be read, or pictures that show the previous one.
  if (!isMade && NR > 1 && ($1 == "-" || n <= place)) n = place + 1
  place = n
}
NR == 1 && !counted && !joined && $2 != "-" {
  firstPts = $2
  hasPts = 1
  delay = u[1]
  delayBase = u[2]
  if (audio != "" && $2 * b[1] / b[2] > a[1] * a[2] / a[3]) {
    delay = $2 * b[1] * a[3] - a[1] * a[2] * b[2]
    delayBase = b[2] * a[3]
  }
}
{
  if (counted || joined || !hasPts || $2 == "-") {
    seconds = n * r[2]
    scale = r[1]
    if (hasPts) { seconds = seconds * delayBase + delay * scale; scale *= delayBase }
  } else {
    off = ($2 - firstPts) * b[1] * r[1] - n * r[2] * b[2]
    if (off < 0) off = -off
    # Within one tick of the container: (pts - first) * base against n / rate.
    if (isMade && off > b[1] * r[1]) fail("its timestamp " $2 " is not where it was made: frame " n)
    seconds = ($2 - firstPts) * b[1] * delayBase + delay * b[2]
    scale = b[2] * delayBase
    if (!isMade && NR > 1 && seconds / scale < before / beforeScale) {
      # A damaged timestamp: the time follows from the rate.
      seconds = before * r[1] + r[2] * beforeScale
      scale = beforeScale * r[1]
      $2 = "-"
    }
  }
  # If the first one has no timestamp, the others' are not exactly as intended either, because of rounding to ticks.
  print NR - 1, $1, fraction(seconds, scale), hasPts || counted || joined ? $2 : "-", $4
  # The duration of the last one: from its packet, else that of the one before it, else from the rate.
  if ($3 != "-" && $3 > 0 && !counted && !joined) { lasting = $3 * b[1]; lastingBase = b[2] }
  else if (NR > 1 && seconds / scale > before / beforeScale) {
    lasting = seconds * beforeScale - before * scale; lastingBase = scale * beforeScale
  } else { lasting = r[2]; lastingBase = r[1] }
  before = seconds
  beforeScale = scale
}
END {
  if (failed) exit 1
  if (!NR) fail("there are no frames")
  if (last != "") { split(last, l, "/"); lasting = l[1]; lastingBase = l[2] }
  g = gcd(lasting, lastingBase); lasting /= g; lastingBase /= g
  g = gcd(before, beforeScale); before /= g; beforeScale /= g
  end = fraction(before * lastingBase + lasting * beforeScale, beforeScale * lastingBase)
  print name, class, NR, told == "" ? end : told, flags == "" ? "-" : flags >manifest
}
