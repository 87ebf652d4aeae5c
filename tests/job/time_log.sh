#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# TimeLogAuditor in real jobs: logs that the reader of their format accepts, and their pictures.
# Further arguments: the folder with the modules of the tests, a program with sections.
. "$(dirname "$0")/job.sh"
modules=$4 program=$5

python=/usr/bin/python3
[ -x $python ] || python=python3
command -v $python >/dev/null || {
    echo "there is no python3"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}

# entries FILE...: of all of them together; the reader must accept each.
entries() {
    $python "$here/check_time_log.py" "$@" >counted || wrong "$*: $(cat counted)"
    awk '{ n += $1 } END { print n + 0 }' counted
}

# has FILE COUNT LABEL: that many entries of that name.
has() {
    found=$(cut -f 8 "$1" | grep -cx -- "$3")
    [ "$found" = "$2" ] || wrong "$1 has $found entries called '$3', not $2"
}

# draws OUT ARGUMENT...: a picture, which must be well-formed.
draws() {
    svg=$1
    shift
    "$gaudit" report timeline "$@" -O "$svg" 2>err || wrong "report timeline $* ended with $?: $(cat err)"
    if command -v xmllint >/dev/null; then
        xmllint --noout "$svg" || wrong "$svg is not well-formed"
    fi
}

# bars SVG LABEL: bars of one entry of that name.
bars() {
    grep -c "<title>$2\$" "$1"
}

# --- in the result folder --------------------------------------------------------------
runs "$options/hlt.xml" -n 20 -o one -a TimeLogAuditor
[ "$(entries one/time-log.txt)" = "$(field one/time-log.json entries | head -1)" ] || wrong "entries of one"
is one/time-log.json lost 0
has one/time-log.txt 20 Events
has one/time-log.txt 1 'Event 20'
has one/time-log.txt 20 Hlt
grep -q '^ *0 .* one/time-log.txt$' out || wrong "the table of files is not printed: $(cat out)"
draws one.svg one
[ "$(bars one.svg Hlt)" -gt 5 ] || wrong "one.svg has $(bars one.svg Hlt) bars of Hlt"
draws event.svg one --event 7
[ "$(bars event.svg 'Event 7')" = 1 ] && [ "$(grep -c '<title>Event ' event.svg)" = 1 ] || wrong "--event 7 has other events"
draws inside.svg one --children-of 'Event 7' --event 7
[ "$(bars inside.svg 'Event 7')" = 0 ] && [ "$(bars inside.svg Hlt)" = 1 ] || wrong "--children-of is wrong"
draws several.svg one one/time-log.txt
grep -q '>one</text>' several.svg && grep -q '>time-log.txt</text>' several.svg || wrong "two logs have no names"
cp -r one rank-2
draws ranks.svg one one/time-log.txt rank-2 rank-2/time-log.txt
[ "$(grep -c '>rank-2</text>' ranks.svg)" = 1 ] && [ "$(bars ranks.svg 'Event 7')" = 4 ] || wrong "four logs are not four"
"$gaudit" report timeline one rank-2 rank-3 -O none.svg 2>err && wrong "a log that is missing is drawn"
grep -q rank-3 err || wrong "rank-3 is not named: $(cat err)"
"$gaudit" report hotspots main one two three 2>err && wrong "hotspots takes four words"
grep -q "unexpected argument 'one'" err || wrong "the argument too many is not named: $(cat err)"
draws events.svg one --max-depth 1
[ "$(bars events.svg Hlt)" = 0 ] || wrong "--max-depth 1 has $(bars events.svg Hlt) bars of Hlt"
[ "$(bars events.svg 'Event 7')" = 1 ] || wrong "--max-depth 1 has no event"

# --- workers, windows, sections --------------------------------------------------------
cp "$modules/nested.so" .
cat >job.xml <<END
<job>
  <module path="nested.so"/>
  <sequence name="Line"><algorithm type="Nested" name="Fit"/></sequence>
</job>
END
for n in 1 2; do
    runs job.xml -n 1000 -j $n -o workers-$n -a 'TimeLogAuditor:FlushEvery=7;EventNumbers=false' \
        -a 'TimeLogAuditor/Window:StartFromEventN=11;StopAtEventN=21;ExcludeAlgorithms=Fit'
    # Event, Line, Fit, outer, inner twice, innermost twice; even in half of them
    # shellcheck disable=SC2046 # several words
    [ "$(entries workers-$n/time-log.txt $(ls workers-$n/time-log-worker*.txt 2>/dev/null))" = 8500 ] ||
        wrong "-j $n: $(cat counted) entries"
    cat workers-$n/time-log-Window*.txt >window
    has window 10 '\[excluded\]'
    has window 0 Fit
    draws workers-$n.svg workers-$n --time-filter 0:1000
done
cat workers-2/time-log.txt workers-2/time-log-worker1.txt >both
has both 1000 outer
has both 2000 innermost
[ "$(grep -c '^#' both)" -le 2 ] || wrong "a log has a second heading"

# --- other places ----------------------------------------------------------------------
runs job.xml -n 10 -a 'TimeLogAuditor:Append=true'
runs job.xml -n 10 -a 'TimeLogAuditor:Append=true'
[ "$(wc -l <time-log.txt)" = 170 ] || wrong "appended: $(wc -l <time-log.txt) lines"
[ "$(entries time-log.txt)" = 170 ] || wrong "the ids of appended runs do not continue"
draws runs.svg time-log.txt
grep -q '>run 2<' runs.svg || wrong "two runs are not distinguished"
runs job.xml -n 10 -a 'TimeLogAuditor:File=my.log'
[ "$(entries my.log)" = 85 ] || wrong "my.log has $(cat counted) entries"
"$gaudit" check job.xml >out 2>&1 || wrong "check: $(cat out)"
fails 5 "command line: TimeLogAuditor: 'nowhere/x.log': No such file or directory" job.xml -n 10 \
    -a TimeLogAuditor:File=nowhere/x.log
cp my.log before.log
"$gaudit" check job.xml -a TimeLogAuditor:File=my.log >out 2>&1
cmp -s my.log before.log || wrong "check writes"

# What the view says of what it cannot draw.
for option in '--max-depth 0' '--max-depth x' '--event 0'; do
    # shellcheck disable=SC2086 # two words
    "$gaudit" report timeline one $option >out 2>err
    [ "$(cat err)" = "gaudit report: ${option% *} takes a whole number from 1 on, not '${option#* }' (see 'gaudit help report')" ] ||
        wrong "$option: $(cat err)"
done
"$gaudit" report timeline one --event 21 >out 2>err
[ "$(cat err)" = "gaudit: 'one' has no event 21" ] || wrong "--event 21: $(cat err)"
"$gaudit" report timeline one --children-of Htl >out 2>err
[ "$(cat err)" = "gaudit: 'one' has no entry called 'Htl'; did you mean 'Hlt'?" ] || wrong "--children-of Htl: $(cat err)"
"$gaudit" report timing one one >out 2>err
[ "$(cat err)" = "gaudit report: unexpected argument 'one' (see 'gaudit help report')" ] || wrong "two results: $(cat err)"
"$gaudit" report timeline one --format csv >out 2>err
[ "$(cat err)" = "gaudit: a timeline is a picture; --format takes json" ] ||
    wrong "--format: $(cat err)"
"$gaudit" report timeline one >stdout.svg && cmp -s stdout.svg one.svg || wrong "standard output differs"

# --- as PNG ----------------------------------------------------------------------------
TMPDIR=$work/tmp
export TMPDIR
mkdir tmp none fake broken
# pictures STATUS PATH FILE: ends so; messages are in "err". Nothing temporary stays.
pictures() {
    PATH=$2 "$gaudit" report timeline one -O "$3" >out 2>err
    status=$?
    [ $status -eq "$1" ] || wrong "-O $3 with PATH $2: status $status, not $1: $(cat out err)"
    [ -s out ] && wrong "-O $3 prints $(cat out)"
    [ -z "$(ls tmp)" ] || wrong "-O $3 leaves $(ls tmp)"
}
cat >fake/rsvg-convert <<'EOF'
#!/bin/sh
while [ $# -gt 1 ]; do
    [ "$1" = --output ] && output=$2
    shift
done
{ echo converted && cat "$1"; } >"$output"
EOF
sed 's/^done$/done; exec >"$output"; echo half; exit 3/' fake/rsvg-convert >broken/rsvg-convert
chmod +x fake/rsvg-convert broken/rsvg-convert
for file in one.png './-Some name.PNG'; do
    pictures 0 "$work/fake:$PATH" "$file"
    [ -s err ] && wrong "-O $file says $(cat err)"
    [ "$(head -n 1 "$file")" = converted ] && sed 1d "$file" | cmp -s - one.svg || wrong "$file is not what rsvg-convert made"
done
pictures 0 "$work/none" png # by its name SVG
cmp -s png one.svg || wrong "it needs rsvg-convert for SVG"
echo old >old.png
for file in new.png old.png; do
    pictures 5 "$work/none" "$file"
    [ "$(cat err)" = "gaudit: '$file' needs rsvg-convert, which is not on the PATH: install it (package librsvg2-bin), or name a file .svg" ] ||
        wrong "without rsvg-convert: $(cat err)"
    pictures 5 "$work/broken:$PATH" "$file"
    [ "$(cat err)" = "gaudit: '$file' cannot be made: '$work/broken/rsvg-convert' ended with status 3" ] ||
        wrong "rsvg-convert fails: $(cat err)"
done
[ -e new.png ] && wrong "there is a file without a picture"
[ "$(cat old.png)" = old ] || wrong "the old picture is lost"
pictures 5 "$work/fake:$PATH" none/none/one.png
[ "$(wc -l <err)" = 1 ] && grep -q '^gaudit: none/none/one.png: ' err || wrong "no such folder: $(cat err)"
"$gaudit" report timeline nowhere -O new.png >out 2>err && wrong "a picture of nothing"
[ -e new.png ] && wrong "there is a file of nothing"
for file in one.jpg one.PDF; do # by its name a picture of another format
    pictures 1 "$work/fake:$PATH" $file
    [ "$(cat err)" = "gaudit: '$file': a picture is SVG or PNG here: name the file .svg or .png" ] ||
        wrong "-O $file: $(cat err)"
    [ -e $file ] && wrong "there is $file"
done
pictures 0 "$work/none" one.picture # SVG, as any other name
cmp -s one.picture one.svg || wrong "one.picture is no SVG"
if command -v rsvg-convert >/dev/null; then
    pictures 0 "$PATH" real.png
    [ "$(head -c 4 real.png | tail -c 3)" = PNG ] || wrong "it is no PNG"
fi

# --- a program with sections -----------------------------------------------------------
# audited LOG [PROPERTY...]: its status is its own.
audited() {
    GAUDIT_AUDITORS=TimeLogAuditor:File=$1 "$program" >out 2>err
    status=$?
    [ $status -eq 7 ] || wrong "the program ended with $status: $(cat err)"
}
audited 'program.txt;FlushEvery=10'
grep -q warning err && wrong "a program has messages: $(cat err)"
# shellcheck disable=SC2046 # several words
[ "$(entries $(ls program*.txt))" = 2110 ] || wrong "the threads have $(cat counted) entries"
has program.txt 300 step # of the first thread
cat program*.txt >all.txt
has all.txt 1050 inner
has all.txt 10 'left open'
[ "$(cut -f 3 all.txt | sort -u | tr -d '\n')" = 12depth ] || wrong "depths: $(cut -f 3 all.txt | sort -u)"
audited nowhere/x.log
[ "$(wc -l <err)" = 1 ] || wrong "not one warning: $(cat err)"
grep -q "TimeLogAuditor: 'nowhere/x.log': No such file or directory$" err || wrong "the warning: $(cat err)"

# --- a symbolic link -------------------------------------------------------------------
echo mine >victim
ln -sf victim time-log.txt
fails 5 "command line: TimeLogAuditor: 'time-log.txt': is a symbolic link, which is followed only if 'File' names it" job.xml -n 10 \
    -a TimeLogAuditor
[ "$(cat victim)" = mine ] || wrong "the default place is a link, and what it names is overwritten"
runs -q job.xml -n 10 -a TimeLogAuditor:File=time-log.txt
[ -L time-log.txt ] && entries victim >/dev/null
rm time-log.txt

# --- a full disk -----------------------------------------------------------------------
# shellcheck disable=SC2016 # for the other shell
sh -c 'ulimit -f 16; exec "$@"' sh "$gaudit" run -q job.xml -n 1000 -a TimeLogAuditor:File=full.log >out 2>err
status=$?
[ $status -eq 5 ] || wrong "a full disk: status $status"
[ "$(cat err)" = "gaudit: command line: TimeLogAuditor: 'full.log': File too large" ] ||
    wrong "a full disk: $(cat err)"
entries full.log >/dev/null
finish
