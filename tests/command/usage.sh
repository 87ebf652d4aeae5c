#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: usage.sh GAUDIT SOURCE_DIR MODULE...: wrong usage of the commands list, describe, doctor, help and report, word
# by word; doc/reference/command.md has all commands with all their options, which they refuse alike. MODULEs are those
# of this build, gaudit_NAME: the folder of a build may have older ones, which pages do not know.
set -u
gaudit=$1 source=$2
shift 2
modules=" $* "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GAUDIT_MODULE_PATH
failed=0
path=$PATH # of the commands run by right()

# wrong MESSAGE ARGUMENT...: status 1, nothing on standard output, exactly this on standard error.
wrong() {
    message=$1
    shift
    "$gaudit" "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ $status != 1 ] || [ -s "$work/out" ] || [ "$(cat "$work/err")" != "$message" ]; then
        echo "gaudit $*: status $status"
        echo "  expected: $message"
        echo "  printed:  $(cat "$work/out" "$work/err")"
        failed=1
    fi
}

# right TEXT ARGUMENT...: status 0, nothing on standard error, the text somewhere on standard output.
right() {
    text=$1
    shift
    env PATH="$path" "$gaudit" "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ $status != 0 ] || [ -s "$work/err" ] || ! grep -qF -- "$text" "$work/out"; then
        echo "gaudit $*: status $status, without '$text'"
        cat "$work/out" "$work/err"
        failed=1
    fi
}

# A variable whose name is nearly right.
GAUDIT_MODUL_PATH=/none GAUDIT_DIR=/none "$gaudit" --version >"$work/out" 2>"$work/err"
if [ "$(cat "$work/err")" != "gaudit: warning: the environment variable 'GAUDIT_MODUL_PATH' has no effect; did you mean 'GAUDIT_MODULE_PATH'?" ]; then
    echo "a wrong variable: $(cat "$work/err")"
    failed=1
fi

wrong "gaudit: there is no command 'doktor'; did you mean 'doctor'? (see 'gaudit help')" doktor
wrong "gaudit: there is no command 'xyzzy' (see 'gaudit help')" xyzzy
wrong "gaudit: there is no command '' (see 'gaudit help')" ''
wrong "gaudit: there is no command '--time' (see 'gaudit help')" --time
wrong "gaudit: there is no command or topic 'lits'; did you mean 'list'? (see 'gaudit help')" help lits
wrong "gaudit help: unexpected argument 'doctor' (see 'gaudit help help')" help list doctor
wrong "gaudit list: unknown option '--formt'; did you mean '--format'? (see 'gaudit help list')" list --formt=csv
wrong "gaudit list: unknown option '-q' (see 'gaudit help list')" list -q
wrong "gaudit list: unknown option '-q' (see 'gaudit help list')" list -qf text
wrong "gaudit list: option '--format' needs a value (see 'gaudit help list')" list --format
wrong "gaudit list: option '-f' needs a value (see 'gaudit help list')" list -f
wrong "gaudit list: option '--help' takes no value (see 'gaudit help list')" list --help=much
for arguments in 'report --output-file' 'gate --junit' 'lint --log' 'manifest --output-file'; do
    wrong "gaudit ${arguments% *}: ${arguments#* } takes the path of a file, not '' (see 'gaudit help ${arguments% *}')" "${arguments% *}" "${arguments#* }" ''
done
wrong "gaudit list: --format takes text, csv, json, markdown or latex, not 'jsn'; did you mean 'json'? (see 'gaudit help list')" \
    list --format=jsn
wrong "gaudit list: unexpected argument 'all' (see 'gaudit help list')" list all
wrong "gaudit describe: the name of a class is missing (see 'gaudit help describe')" describe
wrong "gaudit describe: unexpected argument 'Spin' (see 'gaudit help describe')" describe Spin Spin
wrong "gaudit doctor: unexpected argument 'please' (see 'gaudit help doctor')" doctor please
escape=$(printf '\033') # which a terminal would obey
wrong "gaudit list: unexpected argument '?[31m' (see 'gaudit help list')" list "${escape}[31m"
wrong "gaudit list: unknown option '--?[31m' (see 'gaudit help list')" list "--${escape}[31m"
wrong "gaudit list: unknown option '-?' (see 'gaudit help list')" list "-$escape"
wrong "gaudit list: --format takes text, csv, json, markdown or latex, not '?' (see 'gaudit help list')" list -f "$escape"

right 'usage: gaudit COMMAND' help
right 'usage: gaudit COMMAND' --help
right 'gaudit 0.' --version
commands=$("$gaudit" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\)  *.*/\1/p')
awk '/^## / { on = /^## Options that commands share/ } on' "$source/doc/reference/command.md" >"$work/shared"
mkdir "$work/help"
for command in $commands; do
    right "usage: gaudit $command" help "$command"
    cp "$work/out" "$work/help/$command"
    right "usage: gaudit $command" "$command" --help
    right "usage: gaudit $command" "$command" -h
    awk -v wanted="$command" '/^## / { on = $3 == wanted } on' "$source/doc/reference/command.md" >"$work/section"
    [ -s "$work/section" ] || { echo "doc/reference/command.md: nothing on $command"; failed=1; }
    grep -o '^  .*' "$work/out" | grep -oE '(^ *|, *)--[a-z0-9-]+' | grep -oE -e '--[a-z0-9-]+' | grep -vx -e '--help' |
        while read -r option; do
            grep -qF -- "\`$option" "$work/section" "$work/shared" || echo "doc/reference/command.md: $command without $option"
        done >"$work/missing"
    [ ! -s "$work/missing" ] || { cat "$work/missing"; failed=1; }
done

# Pages have in backquotes what can be written in a job, and what can be printed: modes, types and common properties; the
# formats; classes that ship.
{
    "$gaudit" schema | sed -n '/<attribute name="mode">/,/<\/attribute>/s|.*<value.*>\(.*\)</value>|reference/options.md:\1|p'
    "$gaudit" help list | sed -n 's/.*--format FORMAT *\([a-z]*\) (default)/\1/p' | tr -d ' ' | tr ',' '\n' |
        sed 's|^|reference/results.md:|'
    "$gaudit" list -f csv | sed '1d; s|^[^,]*,\([^,]*\),[^,]*/\([^,]*\)[.]so,.*|\1 \2|' | while read -r class module; do
        case $modules in *" gaudit_$module "*) ;; *) continue ;; esac
        echo ":$class"
        "$gaudit" describe -f json "$class" | sed -n '
            h; s|.*"type": "\([^"]*\)".*|reference/options.md:\1|p
            g; s|.*"property": "\([^"]*\)".*"of": "every .*|reference/options.md:\1|p'
    done | sort -u
} >"$work/words"
while IFS=: read -r page word; do
    grep -rqF --include '*.md' -- "\`$word\`" "$source/doc/$page" || echo "doc/$page: nothing on \`$word\`"
done <"$work/words" >"$work/missing"
[ ! -s "$work/missing" ] || { cat "$work/missing"; failed=1; }
for word in :NameAuditor options.md:And options.md:choice options.md:MaxDepth results.md:latex; do
    grep -q "$word\$" "$work/words" || { echo "not looked for: $word"; failed=1; }
done

# Options of commands in pages exist. A command ends at its program, a comment, or the next command.
for page in "$source"/README.md "$source"/doc/*.md "$source"/doc/*/*.md; do
    sed -e ':joined' -e '/\\$/{N;s/\\\n//;b joined' -e '}' "$page" | tr '|`' '\n\n' | grep -oE '\bgaudit [a-z]+ .*' |
        sed "s/ -- .*//; s/ #.*//; s/'[^']*'//g; s/\"[^\"]*\"//g" | while read -r _ command rest; do
        [ -e "$work/help/$command" ] || continue
        for word in $rest; do
            case $word in --?*) grep -qE -e " ${word%%=*}[a-z0-9-]*( |,|\[|\$)" "$work/help/$command" || echo "$page: $command has no $word" ;; esac
        done
    done
done >"$work/missing"
[ ! -s "$work/missing" ] || { cat "$work/missing"; failed=1; }

# What an option refuses, it refuses in the same words in all commands; and it is called alike.
for command in $commands; do
    grep -oE '^  (-., |    )--[a-z0-9-]+(\[[^ ]*\])?( [^ ]+)?' "$work/help/$command" >>"$work/cells"
    sed -n 's/^  .*--\([a-z0-9-]*\) [A-Za-z].*/\1/p' "$work/help/$command" | while read -r option; do
        "$gaudit" "$command" "--$option" '' </dev/null 2>&1 |
            sed -n "s/^gaudit $command: \(--$option takes .*\) (see 'gaudit help $command')$/\1/p"
    done
done | sort -u >"$work/refusals"
[ "$(cut -d ' ' -f 1 "$work/refusals" | sort -u | wc -l)" -gt 15 ] || { echo "few are refused: $(cat "$work/refusals")"; failed=1; }
[ "$(wc -l <"$work/cells")" -gt 100 ] || { echo "few are called: $(cat "$work/cells")"; failed=1; }
{
    cut -d ' ' -f 1 "$work/refusals"
    echo --
    sort -u "$work/cells" | grep -oE -e '--[a-z0-9-]+'
} | awk '$0 == "--" { split("", seen) } seen[$0]++' | grep -vx -e --format -e --events -e --timeline >"$work/twice"
[ ! -s "$work/twice" ] || { echo "refused or called in two ways: $(cat "$work/twice")"; failed=1; }

for topic in kernel TSC 'monotonic clock' perf_event collector ptrace VTune; do
    right "$topic" doctor
done
path=$work
right 'neither vtune nor amplxe-cl is on the PATH' doctor
cp /bin/sh "$work/vtune"
right "- VTune           $work/vtune, without VTune's collector library beside it" doctor
rm "$work/vtune"
mkdir -p "$work/real/bin64" "$work/real/lib64/runtime"
cp /bin/sh "$work/real/bin64/vtune"
: >"$work/real/lib64/runtime/libittnotify_collector.so"
path=$work/real/bin64
right "+ VTune           $work/real/bin64/vtune" doctor
path=$PATH

# A view and its folder stand in either order; if both are folders, or none is, the first that may be a view is.
cd "$work" || exit 1
echo '<job><algorithm type="Empty" name="A"/></job>' >job.xml
"$gaudit" run job.xml -n 3 --time --quiet -o result && cp -r result counts || failed=1
# shellcheck disable=SC2086 # several arguments
same() {
    "$gaudit" report $1 >one 2>&1
    "$gaudit" report $2 >two 2>&1
    { [ -s one ] && cmp -s one two; } || { echo "report $1: $(cat one); report $2: $(cat two)"; failed=1; }
}
same 'timing result' 'result timing --format text'
same 'timer result' 'result timer'
same 'timer.json result' 'result timer.json'
same 'summary result' result
cp -r result callers
wrong "gaudit: 'callers' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and 'gaudit collect -- PROGRAM' record them" \
    report callers main callers
same 'summary counts' counts
same 'graph result' 'result graph'
same 'nothing result' 'result nothing'
same 'callers work result' 'result callers work'
same 'timing counts' './counts timing'
same 'counts timing' 'timing counts'
same 'run counts' 'run result'
cp -r counts timing
same 'timing ./counts' 'timing counts'
rm -r timing
wrong "gaudit: 'summary' is not a result folder: No such file or directory" report graph summary
wrong "gaudit report: a view, or a result folder, is missing (see 'gaudit help report')" report
wrong "gaudit report: a result folder is missing (see 'gaudit help report')" report timing
wrong "gaudit report: unexpected argument 'more' (see 'gaudit help report')" report result timing more
wrong "gaudit report: --csv-delimiter is for --format csv alone (see 'gaudit help report')" report result hotspots \
    --csv-delimiter tab
wrong "gaudit report: the view 'top-down' takes no --group-by (see 'gaudit help report')" report result top-down \
    --group-by task
wrong "gaudit report: unexpected argument 'result' (see 'gaudit help report')" report --list result
wrong "gaudit report: a function, or a result folder, is missing (see 'gaudit help report')" report result callers

# Output that cannot be written is noticed.
if [ -c /dev/full ]; then
    for arguments in help --version doctor list 'list --format=json' 'describe CountAuditor'; do
        # shellcheck disable=SC2086 # several arguments
        "$gaudit" $arguments >/dev/full 2>"$work/err"
        status=$?
        if [ $status != 5 ] || ! grep -q '^gaudit: cannot write .*: No space left on device$' "$work/err"; then
            echo "gaudit $arguments >/dev/full: status $status, $(cat "$work/err")"
            failed=1
        fi
    done
fi

# What has csv has it for spreadsheets.
for command in list describe compare history gate accuracy ab report; do
    if ! grep -q 'csv, json' "$work/help/$command" || ! grep -q -e '--excel' "$work/help/$command"; then
        echo "gaudit $command: no csv, or no --excel"
        failed=1
    fi
done
mkdir "$work/formulas"
printf 'algorithm\tFormula\tnone.so\t=SUM(A1)\n' >"$work/formulas/none.manifest"
export GAUDIT_MODULE_PATH="$work/formulas"
right ",'=SUM(A1)" list --excel
right ",'=SUM(A1)" list --excel --format csv
right ",'=SUM(A1)" list -f csv --excel
right ",=SUM(A1)" list -f csv
unset GAUDIT_MODULE_PATH
wrong "gaudit list: --format: --excel needs csv (see 'gaudit help list')" list --excel -f json
wrong "gaudit list: --excel: it needs --format csv (see 'gaudit help list')" list -f json --excel

# A stack that commands would run out of.
for command in 'doctor 5' 'collect 125' 'lint 125'; do
    (ulimit -s 64 && exec "$gaudit" ${command% *} "$gaudit" --version) >"$work/out" 2>"$work/err"
    status=$?
    if [ $status != "${command#* }" ] || [ -s "$work/out" ] ||
        [ "$(cat "$work/err")" != "gaudit: the stack is limited to 64 KiB, gaudit needs 256 (see ulimit -s)" ]; then
        echo "gaudit ${command% *} with a small stack: status $status, $(cat "$work/out" "$work/err")"
        failed=1
    fi
done

# Components, with those of this build.
right 'CountAuditor' list
right '"class": "CountAuditor"' list --format json
right 'kind,class,module,summary' list -f csv
right 'MaxDepth' describe CountAuditor
right 'StartFromEventN' describe TimerAuditor --format=markdown
wrong "gaudit: there is no class 'CountAuditr'; did you mean 'CountAuditor'?" describe CountAuditr
exit $failed
