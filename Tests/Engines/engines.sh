#!/bin/bash
# Runs framegrab under other people's engines, by the recipes of the page ManyVideos, with broken videos and killed processes.
# Each rule is a line: ok, BROKEN, or left out where an engine cannot be installed. Exit code 1 if a rule is broken, or
# if there was none to judge.
#
# Usage: BINARY=… Tests/Engines/engines.sh [ENGINE]…   parallel, spark, ray, dask, slurm, duckdb; all without one.
# With SOURCE=1 the videos are in a bucket (a stand-in on this machine), and read by the example helper for S3.
# Everything is in .build/engines, and stays there: each run of an engine has a folder with its answers and pictures.
set -euo pipefail
export LC_ALL=C.UTF-8
binary=$(realpath "$BINARY")
cd "$(dirname "$0")/../.."
mkdir -p .build/engines/bin
ENGINES=$(realpath .build/engines)
export ENGINES
source Tests/Engines/checks.sh
export PARALLEL_HOME=$ENGINES/home
mkdir -p "$PARALLEL_HOME"
# A copy, so that its processes can be told from all others. No index is kept: each grabber does its work itself.
cp -f "$binary" "$ENGINES/bin/framegrab-itself"
export XDG_CACHE_HOME=/dev/null

engines=("$@")
[[ $# -gt 0 ]] || engines=(parallel spark ray dask slurm duckdb)
Tests/Engines/install.sh

python3 Tests/Engines/make-requests.py Fixtures/clips "$ENGINES"
if [[ -n ${SOURCE:-} ]]; then
  coproc bucket { exec "$python" Tests/Engines/stand-in.py "$ENGINES/videos" films; }
  IFS= read -r AWS_ENDPOINT_URL <&"${bucket[0]}" || { echo "there is no bucket: pip install boto3 'moto[server]'" >&2; exit 1; }
  export AWS_ENDPOINT_URL AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x AWS_DEFAULT_REGION=us-east-1 BUCKET=films
  export HELPER="$python $PWD/.packaging/sources/s3_source.py"
  helper=$PWD/Tests/Engines/bucket.sh
fi
printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$ENGINES/bin/framegrab-itself" "${helper:+--source "'$helper'"}" >"$ENGINES/bin/framegrab"
chmod +x "$ENGINES/bin/framegrab"
rm -rf "$ENGINES/reference"
(
  fresh reference
  framegrab --serve --exit-zero -j 1 <requests.ndjson >answers.ndjson
)
failing=$(grep -c '"error"' "$ENGINES/reference/answers.ndjson")
echo "$(wc -l <"$ENGINES/requests.ndjson") lines of requests, $failing of them with an error in the answer"

: >"$ENGINES/results"
for engine in "${engines[@]}"; do
  start=$SECONDS
  {
    "Tests/Engines/with-$engine.sh" || echo "BROKEN    $engine: its script ended with code $?"
  } | tee -a "$ENGINES/results"
  echo "          $engine took $((SECONDS - start)) s"
done

count() { grep -c "^$1 " "$ENGINES/results" || true; }
echo "$(count ok) rules hold, $(count BROKEN) are broken, $(count 'left out') left out"
[[ $(count BROKEN) == 0 && $(count ok) != 0 ]]
