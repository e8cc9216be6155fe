#!/bin/bash
# Spark pipes the lines of a text file through grabbers: all well, grabbers killed, an executor killed, and once more
# over existing pictures.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
"$python" -c 'import pyspark' 2>/dev/null || leave_out spark "pyspark is not installed"
java -version 2>/dev/null || leave_out spark "there is no Java"
recipe "import os
from pyspark" >"$ENGINES/grab-spark.py"

# spark MASTER: runs the recipe; Spark's own words are in spark.log, and its parts are joined as answers.ndjson.
spark() {
  rm -rf answers
  PYSPARK_PYTHON=$python PYSPARK_DRIVER_PYTHON=$python SPARK_LOCAL_IP=127.0.0.1 \
    timeout 120 "$ENGINES/venv/bin/spark-submit" --master "$1" --conf spark.ui.enabled=false \
    "$ENGINES/grab-spark.py" >>spark.log 2>&1 || return
  cat answers/part-* >answers.ndjson
}

fresh spark
check spark "the recipe succeeds, although requests fail" spark 'local[2]'
judge spark answers.ndjson

rm videos
check spark "once more, without the videos" spark 'local[2]'
check spark "every picture with a plain name is skipped" all_skipped

# The 4 is the number of attempts, which is 1 for local[2] and 4 on a cluster.
fresh spark-killed
check "spark, 3 kills" "the recipe succeeds" killing . 3 60 spark 'local[2,4]'
check "spark, 3 kills" "three grabbers were killed" killed . 3
judge "spark, 3 kills" answers.ndjson
check "spark, 3 kills" "no grabber is left" none_left

# Two executors, processes of their own, of which one is killed in the middle of its work. They have current folders of
# their own, too, so that all names have to be absolute; the judge gets the others.
fresh spark-executor
sed "s|\"videos/|\"$PWD/videos/|; s|\"pictures/|\"$PWD/pictures/|" "$ENGINES/requests.ndjson" >requests.ndjson
spark 'local-cluster[2,1,1024]' &
run=$!
pictures_reach 100 "$run" || true
victim=$(below "$run" CoarseGrainedExecutorBackend | head -n 1)
check "spark, executor" "an executor is killed" kill -KILL "$victim"
check "spark, executor" "the recipe succeeds" wait "$run"
sed "s|$PWD/||g" answers.ndjson >relative.ndjson
judge "spark, executor" relative.ndjson
check "spark, executor" "no grabber is left" none_left
