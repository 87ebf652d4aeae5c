#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: show.sh GAUDIT OPTIONS: the commands show and schema with the components of this build, and
# the option files of the folder OPTIONS, which the schema has to accept.
# shellcheck disable=SC2016 # the dollars are meant
set -u
gaudit=$1 options=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GAUDIT_MODULE_PATH GAUDIT_OPTIONS_PATH
cd "$work" || exit 1
failed=0

complain() {
    echo "$@"
    failed=1
}

# wrong STATUS MESSAGE ARGUMENT...: nothing on standard output, exactly this on standard error.
wrong() {
    wanted=$1 message=$2
    shift 2
    "$gaudit" "$@" >out 2>err
    status=$?
    if [ $status != "$wanted" ] || [ -s out ] || [ "$(cat err)" != "$message" ]; then
        complain "gaudit $*: status $status, expected: $message; printed: $(cat out err)"
    fi
}

# right TEXT ARGUMENT...: status 0, nothing on standard error, the text on standard output.
right() {
    text=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    if [ $status != 0 ] || [ -s err ] || ! grep -qF -- "$text" out; then
        complain "gaudit $*: status $status, without '$text': $(cat out err)"
    fi
}

# A program instead of an option file.
for command in show check run; do
    wrong 2 "gaudit: '$gaudit' is a program, not an option file: 'gaudit collect' samples programs" $command "$gaudit"
done

mkdir common
cat >common/audit.xml <<'END'
<job><auditor type="TimerAuditor"/>
<auditor type="CountAuditor" name="Rates"><property name="StartFromEventN" value="${FIRST}"/></auditor>
</job>
END
cat >job.xml <<'END'
<job maxBranches="1000">
  <constant name="FIRST" value="5"/>
  <include href="common/audit.xml"/>
  <input type="CsvInput" name="Events"><property name="Files" value="a=b.csv"/></input>
  <sequence name="Hlt" mode="Any">
    <sequence name="Line1"/>
    <not><sequence name="Line2" ignoreDecision="true"/></not>
  </sequence>
</job>
END
cat >mine.xml <<'END'
<job>
  <module path="libmine.so"/>
  <algorithm type="Mine" name="A"><property name="P" value="1"/></algorithm>
</job>
END
printf '<job>\n<auditor type="TimreAuditor"/></job>\n' >type.xml
printf '<job>\n<auditor type="TimerAuditor">\n<property name="MaxDept" value="1"/></auditor></job>\n' >property.xml
printf '<!DOCTYPE job [<!ENTITY a "b">]><job/>\n' >doctype.xml

# --- show ---
wrong 1 "gaudit show: the option file is missing (see 'gaudit help show')" show
wrong 1 "gaudit show: unexpected argument 'b.xml' (see 'gaudit help show')" show a.xml b.xml
wrong 1 "gaudit show: --format takes tree or xml, not 'xlm'; did you mean 'xml'? (see 'gaudit help show')" \
    show --format xlm job.xml
wrong 1 "gaudit show: --annotate goes with --format tree (see 'gaudit help show')" show --annotate -f xml job.xml
wrong 1 "gaudit schema: unexpected argument 'job.xml' (see 'gaudit help schema')" schema job.xml
wrong 2 "gaudit: none.xml: cannot be opened: No such file or directory" show none.xml
wrong 2 "gaudit: common: is a directory, not a regular file" show common
wrong 2 "gaudit: doctype.xml:1: DOCTYPE is not allowed in job options" show doctype.xml
wrong 2 "gaudit: type.xml:2: there is no class 'TimreAuditor'; did you mean 'TimerAuditor'?" show type.xml
wrong 2 "gaudit: property.xml:3: TimerAuditor.MaxDept: class 'TimerAuditor' has no property 'MaxDept'; did you mean 'MaxDepth'?" \
    show property.xml
wrong 2 "gaudit: command line: Rate.MaxDepth: no component is called 'Rate'; did you mean 'Rates'?" \
    show -s Rate.MaxDepth=3 job.xml
wrong 2 "gaudit: command line: -s Rates: expected NAME.PROPERTY=VALUE" show -s Rates job.xml
wrong 2 "gaudit: command line: -a :X: expected TYPE[/NAME][:PROPERTY=VALUE;...]" show -a :X job.xml

right 'StartFromEventN = 5' show job.xml
right 'StartFromEventN = 7' show job.xml -s Rates.StartFromEventN=6 -s Rates.StartFromEventN=7
right 'StartFromEventN = 5  [common/audit.xml:2] from ${FIRST}' show --annotate job.xml
right 'MaxDepth = 3  [command line]' show --annotate job.xml --set Rates.MaxDepth=3
right 'auditor Names: NameAuditor  [command line]' show --annotate job.xml -a 'NameAuditor/Names:MaxDepth=2'
right 'not sequence Line2: And, decision ignored' show job.xml
right '<not><sequence name="Line2" ignoreDecision="true"/></not>' show --format=xml job.xml

# What is shown as XML is the same job, also when it is read somewhere else.
"$gaudit" show -f xml job.xml -a NameAuditor -s 'Events.Files=t=$a,"b",'"'c'" >once.xml || complain "show -f xml fails"
mkdir elsewhere
mv once.xml elsewhere
"$gaudit" show -f xml elsewhere/once.xml >twice.xml || complain "what show printed cannot be read"
cmp elsewhere/once.xml twice.xml || complain "the job changed when it was read again"

# Modules that a file names are not loaded unless asked for.
: >libmine.so
"$gaudit" show mine.xml >out 2>err || complain "show mine.xml fails: $(cat err)"
grep -q '^  algorithm A: Mine (unknown type)$' out || complain "the unknown type is not shown: $(cat out)"
grep -q "^gaudit: notice: mine.xml:3: class 'Mine' is not known" err || complain "no notice: $(cat err)"
"$gaudit" show --load-modules mine.xml >out 2>err
status=$?
[ $status = 2 ] && grep -q '^gaudit: mine.xml:2: .*libmine.so' err || complain "--load-modules: status $status, $(cat err)"

# --- schema ---
right '<grammar' schema
"$gaudit" schema >gaudit.rng || complain "schema fails"
if command -v xmllint >/dev/null; then
    for file in job.xml common/audit.xml elsewhere/once.xml "$options"/*.xml; do
        [ -e "$file" ] || continue
        xmllint --noout --relaxng gaudit.rng "$file" 2>err || complain "the schema refuses $file: $(cat err)"
    done
    for file in type.xml property.xml; do
        xmllint --noout --relaxng gaudit.rng "$file" 2>/dev/null && complain "the schema accepts $file"
    done
elif [ -n "${GAUDIT_REQUIRE_DATA:-}" ]; then
    complain "xmllint is not installed"
fi
exit $failed
