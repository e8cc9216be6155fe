#!/bin/bash
# What runs inside a terminal: scrubs in the folder of the first argument, with the other arguments, and writes down the
# exit code once the terminal was given back.
set -u
cd "$1" || exit
shift
framegrab v.mp4 --scrub --frame 60 --record take.json -o 'shot-{index}.png' "$@" >out 2>err
code=$?
stty -a >settings
echo "$code" >status
