#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: completion.sh GAUDIT SOURCE_DIR: what 'gaudit complete' offers, and what the script for bash makes of it; those
# for zsh and fish are parsed where there is such a shell.
set -u
gaudit=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GAUDIT_MODULE_PATH
failed=0
fail() { echo "$*"; failed=1; }
cd "$work" || exit 1

# ask WORD...: candidates in the order of their names, joined by blanks; nothing else is ever printed.
ask() {
    "$gaudit" complete -- "$@" >out 2>err || fail "complete $*: status $?"
    [ ! -s err ] || fail "complete $*: $(cat err)"
    answer=$(cut -f 1 out | sort -u | tr '\n' ' ')
    answer=${answer% }
}

# offers ANSWER WORD...: exactly these.
offers() {
    local wanted=$1
    shift
    ask "$@"
    [ "$answer" = "$wanted" ] || fail "complete $*: '$answer' instead of '$wanted'"
}

# among CANDIDATE WORD...: this one, and others that begin like it.
among() {
    local wanted=$1
    shift
    ask "$@"
    case " $answer " in *" $wanted "*) ;; *) fail "complete $*: '$answer' without '$wanted'" ;; esac
}

cat >job.xml <<'XML'
<job><auditor type="CountAuditor" name="Rates"/><algorithm type="Spin" name="First"/><algorithm type="Empty" name="Last"/></job>
XML
"$gaudit" run job.xml -n 2 --time --quiet -o run-1 >/dev/null || fail "no result"
mkdir -p sub && cp -r run-1 'sub/my run' && mkdir empty runs && cp -r run-1 runs/run-2
cp -r run-1 .run-3 && cp -r run-1 "$(printf 'new\nline')" || fail "no more results"

# Commands, those that the help lists; options, those of the help of the command.
offers "$("$gaudit" help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\)  *.*/\1/p' | grep -v '^-' | sort | tr '\n' ' ' | sed "s/^/--help --version /; s/ \$//")"
offers 'report' rep
offers '' xyzzy
offers '' xyzzy --
offers '--version' --v
offers '--time --timeline' run --ti
offers '--table --threads' ab --t
offers '--time --timeline' run job.xml --ti
ask run --he
grep -q '^--help	print this$' out || fail "complete run --he: no help: $(cat out)"
for command in run report compare; do
    "$gaudit" help "$command" | grep -oE '^  (-., |    )--[a-z0-9-]+' | grep -oE -e '--[a-z0-9-]+' | sort -u >wanted
    ask "$command" --
    [ "$answer" = "$(tr '\n' ' ' <wanted | sed 's/ $//')" ] || fail "complete $command --: $answer"
done

# Values: choices, auditors, properties of the job, and of auditors that options add.
offers 'csv json latex markdown text' list -f ''
offers 'csv' list --format c
offers '--format=csv' list --format=c
offers 'csv' list --format = c
offers 'csv json latex markdown text' list --format =
offers 'auto off on' run --progress ''
offers 'merge' report --inlines m
offers '--inlines=merge' report --inlines=m
offers '' report --limit ''
offers '--time --timeline' run --k4bench --ti
offers '' run --k4bench = --ti
among 'TimerAuditor' run job.xml -a Ti
among 'CountAuditor' run job.xml --audit ''
[[ " $answer " != *' Spin '* ]] || fail "-a offers an algorithm"
offers 'First. Last. Rates.' run job.xml -s ''
offers 'First. Last. Rates. TimerAuditor.' run job.xml --time -s ''
offers 'First. Last. Rates. Two.' check -a CountAuditor/Two job.xml --set ''
offers 'First.' check job.xml -s Fi
among 'First.Microseconds=' check job.xml -s First.
among 'First.OnError=' check job.xml -s First.O
offers 'First.Microseconds=' ab job.xml --b First.Mic
offers '' check job.xml -s Fi.
offers '' check nothing.xml -s ''
offers '' check -s ''
offers '' check job.xml -s First.Microseconds = ''
echo '<job><algorithm type="Spin" name="Good"/><algorithm type="Absent" name="Bad"/><wrong/></job>' >faulty.xml
among 'Good.' run faulty.xml -s ''
offers '' run faulty.xml -s Bad.
echo '<job' >broken.xml
offers '' run broken.xml -s ''

# No code of a module that the job names is run, as its classes are not known.
echo '<job><module path="absent.so"/><algorithm type="Own" name="Own"/></job>' >module.xml
offers 'Own.' run module.xml -s ''
offers '' run module.xml -s Own.

# Operands.
offers 'hotspots' report hot
offers 'ranks regions run-1' report r
offers 'run-1' report --limit 3 hotspots r
offers 'regions' report run-1 re
offers 'run-1' compare ''
offers '' compare new
offers 'run-1' compare --baseline run-1 --candidate r
offers 'run-1' gate --baseline ''
offers './run-1' report ./r
offers 'runs/run-2' report runs/
offers 'sub/my run' report sub/
offers '' report absent/
offers '' run -o ''
offers '' run job.xml ''
among 'TimerAuditor' describe Time
among 'Spin' describe S
offers 'algorithm auditor input' new ''
offers 'auditor' new au
offers '' new auditor a
offers 'c c++' new auditor Rates --lang ''
offers 'sections settings' help se
offers '' collect -- ./
offers '' ab -- ./old --v
offers '' collect ./program --ou
offers '' collect --interval = 1ms ./program --ou
offers '' lint --log file --pause ./program --he
offers '--output' collect --interval 1ms --ou
offers '--output' collect --interval=1ms --ou
offers '--output' collect --interval = 1ms --ou
offers 'auto perf timer' collect --clock ''

# bash [WORD...]: what it puts into the line; words as bash divides the line.
PATH=$(dirname "$gaudit"):$PATH
. "$source/tools/completion/gaudit.bash" || fail "gaudit.bash: it cannot be read"
complete -p gaudit >out 2>&1 || fail "bash knows no completion of gaudit"
bash_offers() {
    local wanted=$1
    shift
    COMP_WORDS=(gaudit "$@") COMP_CWORD=$#
    _gaudit gaudit "${@: -1}" "" 2>err
    [ ! -s err ] || fail "bash: $*: $(cat err)"
    [ "${COMPREPLY[*]}" = "$wanted" ] || fail "bash: $*: '${COMPREPLY[*]}' instead of '$wanted'"
}
bash_offers report rep
bash_offers '--time --timeline' run --ti
bash_offers csv list --format = c
bash_offers First. run job.xml -s Fi
bash_offers 'sub/my\ run' report sub/
bash_offers '' report absent
COMP_WORDS=(gaudit rep more) COMP_CWORD=1
_gaudit gaudit rep '' 2>err
[ "${COMPREPLY[*]}" = report ] || fail "bash: words after the cursor: ${COMPREPLY[*]}"
COMP_WORDS=(gaudit rep) COMP_CWORD=1
_gaudit ./absent rep '' 2>err
[ "${#COMPREPLY[@]}" = 0 ] && [ ! -s err ] || fail "bash: without the command: ${COMPREPLY[*]} $(cat err)"

if command -v zsh >/dev/null; then
    zsh -n "$source/tools/completion/_gaudit" || fail "_gaudit: zsh"
fi
if command -v fish >/dev/null; then
    fish --no-execute "$source/tools/completion/gaudit.fish" || fail "gaudit.fish"
    fish -c "source $source/tools/completion/gaudit.fish; complete -C 'gaudit rep'" >out 2>err
    [ "$(cut -f 1 out)" = report ] || fail "fish: $(cat out err)"
fi
exit $failed
