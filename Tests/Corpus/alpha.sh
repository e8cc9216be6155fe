# VP8 and VP9 with an alpha plane, which is coded as a separate stream; sourced by make-corpus.sh. The whole plane
# changes from picture to picture and at hard cuts, so that a plane that is predicted from the wrong one is detected.

# plane FORMAT EVERY: a source of alpha planes that cuts to another scene after this many pictures. The area
# of the number is opaque.
plane() {
  local scene="floor(N/$2)"
  local wave="sin((X*cos(5*$scene)+Y*sin(5*$scene)+3*N)/(5+mod(3*$scene,7)))"
  echo "nullsrc=s=160x144:r=$rate:d=10,format=$1,geq=cb=128:cr=128:lum='if(
    lt(X,128)*between(Y,16,111)+lt(X,16)+gt(X,143)*lt(Y,16),255,110+30*sin(7*$scene)+60*$wave+40*sin(N*1.7))'"
}

# scenes EVERY: a filter that makes the pictures, too, cut to other colours and back after this many; the number stays.
scenes() { echo "format=yuv420p,negate=components=u+v:enable='mod(floor(n/$1),2)'"; }

# cut_alpha NAME [options]: both planes coded by FFmpeg's encoder; libvpx decides where each has key frames.
cut_alpha() {
  local name=$1
  shift
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  inputs=(-f lavfi -i "$(plane gray "$(pick "$name cuts" 20 30)")")
  encode "$files/$name" "$first" "$count" -filter_complex \
    "[0:v]$(scenes "$(pick "$name scenes" 20 30)")[p];[p][1:v]alphamerge=shortest=1" -pix_fmt yuva420p "${v[@]}" "$@"
  inputs=()
  expect alpha "$name" "$(from "$first" "$count")" decoder="${v[1]}"
}

# joined_alpha NAME "PICTURES' OPTIONS" "ALPHA'S OPTIONS": each plane coded separately.
joined_alpha() {
  local name=$1 pass
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  ff -f lavfi -i "$(plane yuv420p "$(pick "$name cuts" 20 30)")" -frames:v "$count" "$work/planes.y4m"
  for pass in 1 2; do
    # shellcheck disable=SC2086
    encode "$work/pictures.ivf" "$first" "$count" -vf "$(scenes "$(pick "$name scenes" 20 30)")" "${v[@]}" $2 \
      -pass $pass -passlogfile "$work/passes"
  done
  for pass in 1 2; do
    # shellcheck disable=SC2086
    ff -i "$work/planes.y4m" "${exact[@]}" "${v[@]}" $3 -pass $pass -passlogfile "$work/passes" "$work/planes.ivf"
  done
  "$here/join-alpha.pl" "$work/pictures.ivf" "$work/planes.ivf" "$work/joined.mkv" "$rate"
  copy "$work/joined.mkv" "$files/$name" -metadata:s:v:0 alpha_mode=1
  expect alpha "$name" "$(from "$first" "$count")" decoder="${v[1]}"
}

vary alpha-cuts; count=100
for codec in vp8 vp9; do
  [[ $codec == vp8 ]] && v=(-c:v libvpx -b:v 200k -cpu-used 4) || v=(-c:v libvpx-vp9 -b:v 120k -cpu-used 5 -row-mt 0)
  for container in webm mkv; do
    cut_alpha alpha-cuts-$codec.$container -auto-alt-ref 0 -g "$(pick "alpha $codec $container" 18 45)"
  done
  # Key frames of the planes at different positions, and of one plane alone.
  v+=(-auto-alt-ref 0)
  joined_alpha alpha-apart-$codec.webm "-g $(pick "apart $codec" 15 25)" "-g $(pick "apart alpha $codec" 30 40)"
  joined_alpha alpha-first-$codec.webm "-g 18" "-g 999 -keyint_min 999"
  joined_alpha alpha-only-$codec.mkv "-g 999 -keyint_min 999" "-g 22"
done
# Hidden pictures in one plane, and in both.
v=(-c:v libvpx-vp9 -b:v 90k -lag-in-frames 16 -cpu-used 5 -row-mt 0)
joined_alpha alpha-hidden.webm "-auto-alt-ref 1 -g 40" "-auto-alt-ref 0 -g 27"
joined_alpha alpha-hidden-both.webm "-auto-alt-ref 1 -g 40" "-auto-alt-ref 1 -g 60"
