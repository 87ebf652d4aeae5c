#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: rbwp.sh GAUDIT OPTIONS DEPTH CALLS: background-work profiles of Realm, made by rbwp_make.py: the seconds and calls
# that the reader finds are those of rbwp_file.py, which knows nothing of it; what violates the format is named; and the
# timeline is drawn.
. "$(dirname "$0")/job.sh"
export TZ=UTC COLUMNS=100
calls=$4 tools=$here/../trace
python3 "$tools/rbwp_make.py" . || exit 1

# --- the same seconds and calls ------------------------------------------------------------
compared=0
for file in *.bin; do
    case $file in bad-* | back.bin | long-names.bin) continue ;; esac
    python3 "$tools/rbwp_file.py" "$file" threads >found 2>notes || wrong "$file: $(cat notes)"
    sed -e '/GPU/d' -e 's/: [0-9]* records$//' -e 's/ ([a-z]*)$//' found | sort >python
    "$calls" "$file" | sort >reader
    cmp python reader || { wrong "$file: other calls" && diff python reader | head; }
    compared=$((compared + 1))
done
[ $compared = 14 ] || wrong "$compared files were compared"

# --- what is wrong is said -----------------------------------------------------------------
for file in *.bin; do
    "$gaudit" info "$file" >out 2>&1
    echo "$? $file: $(sed -n 's/^gaudit: //p; s/^faults *//p; s/^damage  *bytes/bytes/p' out | paste -s -d '|')"
done >all
expected rbwp <all
python3 - "$tools" bad-*.bin >out 2>&1 <<'PYTHON' || wrong "rbwp_file.py: $(cat out)"
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import rbwp_file
for name in sys.argv[2:]:
    try:
        rbwp_file.Profile(open(name, "rb").read())
    except rbwp_file.Refused:
        continue
    sys.exit(f"{name} is accepted")
PYTHON

# --- what is in them -----------------------------------------------------------------------
info() {
    "$gaudit" info "$@" >out 2>err || wrong "info $*: $(cat err)"
}
{
    info -v order.bin && cat out && echo
    info gpu.bin && sed -n '1,/^$/!{/^$/q; p}' out
    info open.bin && sed -n '1,/^$/!{/^$/q; p}' out
    info bad-truncated.bin && sed -n '1,/^$/!{/^$/q; p}' out
    info bad-missing.bin && sed -n '1,/^$/!{/^$/q; p}' out
    info whole-packed.bin && grep '^size' out | sed 's/in [0-9.]* B, [0-9.]* %/in # B, # %/; s/[0-9]* B, 1/# B, 1/'
    info -f csv --table items order.bin && cat out
    info -f csv --table blocks bad-type.bin && cut -d , -f 2-4 out
} >all
expected rbwp_info <all

# A name of 65535 bytes is cut between two characters.
info -f csv --table items long-names.bin
[ "$(sed -n '2s/.*,//p' out)" = "x$(printf 'ä%.0s' $(seq 2047))" ] || wrong "long names: $(cut -c 1-100 out)"

# --- and drawn -----------------------------------------------------------------------------
for file in order gpu; do
    "$gaudit" report timeline $file.bin -O $file.svg 2>err || wrong "timeline $file: $(cat err)"
done
grep -q '>t7<' order.svg && grep -q '>copy<' order.svg || wrong "order.svg has no thread 7 with 'copy'"
for name in "GPU 2" "GPU 1 of node 7" "processor 0x63"; do
    grep -q ">$name<" gpu.svg || wrong "gpu.svg has no '$name'"
done
"$gaudit" report timeline open.bin -O open.svg 2>err
grep -q '>item 3<' open.svg && grep -q 'sub-item 17' open.svg || wrong "open.svg has no 'item 3'"

# --- and its threads are accounted for -----------------------------------------------------
"$gaudit" report workers order.bin >out 2>&1
grep -q '^thread 7 .* 78\.9 ' out || wrong "workers: $(cat out)"
grep -q "^2 threads, 0.842 in background work: 58 % idle; most in 'activemsg handler' 42 %" out ||
    wrong "the sentence: $(cat out)"

# Between 1.1 and 6 us blocks of thread 7 are missing, but for one of 0.5 us.
"$gaudit" report workers bad-missing.bin --wide >out 2>&1
grep -q '^thread 7 .* 8\.6 .* 14\.3 .* 77\.1$' out || wrong "missing blocks are not unknown: $(cat out)"
for file in back bad-flags subs-70000; do
    "$gaudit" report workers $file.bin 2>&1 >out | grep -q "^gaudit: '$file.bin' has 1 fault, for which nothing is left out$" ||
        wrong "$file.bin: something is left out"
done
"$gaudit" report workers bad-end.bin 2>&1 | grep -q "no entries" || wrong "bad-end.bin has entries"
finish
