#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: timeline_long.sh GAUDIT OPTIONS DEPTH PROGRAM: 10^8 pairs are recorded in the memory of 10^6.
. "$(dirname "$0")/job.sh"
program=$4

# records PAIRS: prints the most resident memory of the program, in KiB; the bytes of the timeline are in "size".
records() {
    rm -rf r
    GAUDIT_AUDITORS=TraceAuditor GAUDIT_RESULT=r python3 - "$program" "$1" <<'EOF'
import os, resource, subprocess, sys
subprocess.run([sys.argv[1], "1", sys.argv[2]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
EOF
    field r/timeline.json bytes >size
}

few=$(records 1000000)
many=$(records 100000000)
[ "$(cat size)" -gt 400000000 ] || wrong "10^8 pairs are $(cat size) bytes"
# The queue may fill while other programs run.
[ "$many" -lt $((few + 65536)) ] || wrong "10^8 pairs need $many KiB of memory, 10^6 $few"
echo "$(cat size) bytes; $few KiB for 10^6 pairs, $many KiB for 10^8"
finish
