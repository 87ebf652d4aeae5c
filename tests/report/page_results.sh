#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: page_results.sh GAUDIT OPTIONS_FOLDER: a page takes the place of its result folder in all commands; damaged ones are
# refused in one line; nothing is left in the temporary folder.
. "$(dirname "$0")/../job/job.sh"
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR

# words WORD...: with @DIR and with DIR.html the command prints the same.
words() {
    "$gaudit" $(printf '%s\n' "$@" | sed 's/@//') >plain 2>&1 || wrong "$*: $(cat plain)"
    "$gaudit" $(printf '%s\n' "$@" | sed 's/@\(.*\)/\1.html/') >paged 2>&1 || wrong "$*: $(cat paged)"
    for file in plain paged; do tr -s ' \n─-' ' ' <$file | sed 's:\([ab]\)[.]html:\1:g' >one && mv one $file; done
    cmp -s plain paged || wrong "$*: $(diff plain paged)"
    [ -z "$(ls -A tmp)" ] || wrong "$*: it leaves $(ls -A tmp)"
}
# refused STATUS MESSAGE WORD...
refused() {
    status=$1 message=$2
    shift 2
    "$gaudit" "$@" >out 2>err
    [ $? = "$status" ] && [ ! -s out ] && [ "$(cat err)" = "$message" ] || wrong "$*: $(cat out err)"
    [ -z "$(ls -A tmp)" ] || wrong "$*: it leaves $(ls -A tmp)"
}

for side in a b; do
    runs "$options/quickstart.xml" -q -n 200 -j 2 -a TraceAuditor --event-data -o $side
    mkdir $side/process-2 $side/other && cp $side/timer.json $side/process-2 && touch $side/other/file
    "$gaudit" report html $side -O $side.html || wrong "the page of $side"
done
python3 "$here/../report/html_page.py" a.html >read || wrong 'the page of a'
grep '^files ' read | grep -q ' process-2/timer.json' || wrong "no files of processes: $(cat read)"
! grep -q other/file read || wrong "files of other folders: $(cat read)"
words report @a
words report timing @a
words report @a workers
words report event 3 @a
words report events @a -f csv
words compare @a @b
words compare --baseline @a --candidate @b -f json
words history ./@a ./@b

words gate --baseline @a --candidate @b --max-ratio 900
"$gaudit" report timing a.html -O again.html && ! grep -q '<html' again.html || wrong 'the output file is taken for a result'
"$gaudit" report html a.html -O b.html 2>err || wrong "a page of a page: $(cat err)"
mkdir tmp2 && cp a.html tmp2/a.html && cp a.html moved.html && rm -r a && "$gaudit" report timing moved.html >/dev/null || wrong 'it needs the folder'

refused 1 "gaudit: 'tmp2/a.html' has no regions.gtr: run it with a RegionAuditor, or name a file of k4Bench, LABEL_regions.json" \
    report regions tmp2/a.html

# --- what is no whole page ----------------------------------------------------------------------
head -c 30000 moved.html >cut.html
refused 5 "gaudit: the page 'cut.html' is damaged" report cut.html
sed 's/class="result">H4s/class="result">H5s/' moved.html >damaged.html
refused 5 "gaudit: the page 'damaged.html' is damaged" report damaged.html
sed '/class="result"/d' moved.html >bare.html
refused 1 "gaudit: 'bare.html' is a page without its result, whose files were too large for it; take the result folder" report bare.html
printf '<!DOCTYPE html><p>none</p>' >other.html
for command in 'report other.html' 'report timing other.html' 'compare b other.html'; do
    refused 1 "gaudit: 'other.html' is neither a result folder nor a page of 'gaudit report html'" $command
done
refused 1 "gaudit: 'missing.html' is not a result folder: No such file or directory" report missing.html
python3 - <<'EOF'
import base64, gzip, io, re, tarfile
text = open("moved.html").read()
for name, member in ("above", "../above.json"), ("root", "/tmp/root.json"), ("deep", "process-2/x/y.json"), ("hidden", ".x.json"):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo(member))
    block = base64.b64encode(gzip.compress(raw.getvalue())).decode()
    open(name + ".html", "w").write(re.sub('class="result">[^<]*', 'class="result">' + block, text))
EOF
for name in above root deep hidden; do refused 5 "gaudit: the page '$name.html' is damaged" report $name.html; done
[ ! -e above.json ] && [ ! -e tmp/above.json ] || wrong 'a file outside was written'

# Messages name the page, not the temporary folder.
runs "$options/quickstart.xml" -q -n 50 -o plain-run
"$gaudit" report html plain-run -O plain-run.html || wrong 'the page of a plain run'
"$gaudit" compare a.html plain-run.html >out 2>&1 || wrong "a page without events: $(cat out)"
grep -q "events are not compared: 'plain-run.html' has none" out || wrong "a page without events: $(cat out)"
"$gaudit" info a.html >out 2>&1 && grep -q '^a.html/events.gtr: events of process' out || wrong "info: $(cat out)"
[ -z "$(grep -l "$work/tmp" out)" ] || wrong "a temporary folder is named: $(cat out)"
finish
