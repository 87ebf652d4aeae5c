#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh FUZZER SEEDS FOLDER: runs a libFuzzer target for FUZZ_SECONDS (60), starting with what
# SEEDS makes and what former runs have left in FOLDER. What breaks it stays there, too.
set -eu
mkdir -p "$3/seeds" "$3/corpus"
"$2" "$3/seeds"
exec "$1" -max_total_time="${FUZZ_SECONDS:-60}" -max_len=8192 -timeout=10 -rss_limit_mb=1024 \
    -print_final_stats=1 -verbosity=0 -artifact_prefix="$3/" "$3/corpus" "$3/seeds"
