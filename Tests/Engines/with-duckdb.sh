#!/bin/bash
# DuckDB reads the journals that the Slurm array has written, those of the killed tasks among them.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
"$python" -c 'import duckdb' 2>/dev/null || leave_out duckdb "duckdb is not installed"
cd "$ENGINES/slurm-killed" 2>/dev/null && ls results-*.ndjson >/dev/null 2>&1 ||
  leave_out duckdb "there are no journals; they come from slurm"
recipe "import duckdb" >"$ENGINES/report.py"
# The tables that the recipe shows are kept in rules, beside the lines of the judge.
check duckdb "the recipe succeeds" "$python" "$here/judge-tables.py" "$ENGINES/report.py" . >rules
grep '^ok\|^BROKEN' rules
