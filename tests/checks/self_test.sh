#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: self_test.sh ROOT: plants one violation after the other into a copy of the sources and
# sees that the check complains about just that; and that it does not about the clean copy.
set -eu
root=$(cd "$1" && pwd)
checks=$root/tests/checks
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
status=0

mkdir "$copy/tree"
(cd "$root" && "$checks/files.sh" . | tar -cf - -T - 2>/dev/null) | tar -xf - -C "$copy/tree"

# expect CHECK MESSAGE: the check fails, and one line of what it prints contains the message. Objects of $build are
# checked, if that is set.
build=
expect() {
    if "$checks/$1.sh" "$copy/tree" ${build:+"$build"} >"$copy/out" 2>&1; then
        echo "$1: did not notice: $2"
        status=1
    elif ! grep -qF -- "$2" "$copy/out"; then
        echo "$1: failed without saying: $2"
        cat "$copy/out"
        status=1
    fi
}

# plant CHECK FILE TEXT MESSAGE: adds the text to the end of a file, for the time of one check.
plant() {
    file=$copy/tree/$2
    mkdir -p "$(dirname "$file")"
    cp "$file" "$copy/original" 2>/dev/null || rm -f "$copy/original"
    printf '%s\n' "$3" >>"$file"
    expect "$1" "$4"
    if [ -e "$copy/original" ]; then mv "$copy/original" "$file"; else rm "$file"; fi
}

for check in layers compiled file_length paths links documents trace_format truth_tables words names; do
    "$checks/$check.sh" "$copy/tree" || { echo "$check: complains about clean sources"; status=1; }
done

headers=framework/include/gaudit
plant layers $headers/base.h '#include <gaudit/error.h>' 'base may not include error'
plant layers $headers/error.h '#include <gaudit/clock.h>' 'error may not include clock'
plant layers $headers/error.h '#  include <gaudit/clock.h>' 'error may not include clock'
plant layers $headers/component.h '#include <gaudit/app.h>' 'component may not include app'
plant layers framework/src/support/choices.c '#include "framework/src/job/worker.h"' 'support may not include framework/src/job/worker.h'
plant layers framework/src/spy.c '#include "worker.h"' 'its folder is none of the layers of framework/src/'
plant layers auditors/spy/spy.c '#include <gaudit/auditor.h>' 'spy.c: its folder is none of the layers of auditors/'
plant layers report/spy/spy.h 'int a;' 'spy.h: its folder is none of the layers of report/'
plant layers $headers/spy.h '#include <gaudit/base.h>' 'spy has no level'
plant layers framework/src/support/choices.c '#include "nowhere.h"' 'there is no nowhere.h'
plant layers framework/src/support/clock.c '#include <libxml/tree.h>' 'may not include libxml/tree.h'
plant layers auditors/spy.c '#include <gaudit/app.h>' 'may not include framework/include/gaudit/app.h'
plant layers auditors/spy.c '#include <gaudit/options.h>' 'may not include'
plant layers algorithms/spy.c '#include "../framework/src/job/worker.h"' 'may not include framework/src/job/worker.h'
plant layers algorithms/spy.c '#include "worker.h"' 'may not include framework/src/job/worker.h'
plant layers examples/cplusplus/spy.cpp '#include "framework/src/job/worker.h"' 'may not include framework/src/job/worker.h'
plant layers $headers/section.hpp '#include <gaudit/app.h>' 'section.hpp may not include app'
plant layers $headers/section.h '#include <gaudit/section.hpp>' 'section may not include section.hpp'
plant layers table/spy.c '#include <jansson.h>' 'may not include jansson.h'
plant layers report/spy.c '#include <gaudit/base.h>' 'may not include framework/include/gaudit/base.h'
plant layers collector/lint/spy.c '#include <gaudit/base.h>' 'may not include framework/include/gaudit/base.h'
plant layers collector/lint/spy.c '#include "itt/itt.h"' 'may not include itt/itt.h'
plant layers tools/spy.c '#include "collector/lint/process_state.h"' 'may not include collector/lint/process_state.h'
plant layers tools/spy.c '#include "worker.h"' 'may not include framework/src/job/worker.h'
plant layers elsewhere/spy.c 'int a;' 'elsewhere/spy.c: its folder is not in layers.txt'

plant file_length table/long.c "$(awk 'BEGIN { for (i = 0; i < 400; i++) print "int a;" }')" 'table/long.c: has 400 lines'
plant file_length examples/long.f90 "$(awk 'BEGIN { for (i = 0; i < 400; i++) print "x = 1" }')" 'long.f90: has 400 lines'
plant file_length table/long.c "$(awk 'BEGIN { print "void f(void)\n{"; for (i = 0; i < 61; i++) print "    g();"; print "}" }')" \
    'table/long.c:2: a function of 61 lines'

plant compiled auditors/spy.c 'int a;' 'auditors/spy.c: no CMakeLists.txt names it'
plant compiled documents/views/spy.c 'int a;' 'documents/views/spy.c: no CMakeLists.txt names it'

home=home # not to be found here
plant paths doc/spy.md "see /$home/user/file" "doc/spy.md:1:"
plant paths doc/spy.md "see \`$copy/tree/README.md\`" "doc/spy.md:1:"

plant links doc/spy.md "see [this](nowhere.md)" "doc/spy.md: there is no nowhere.md"
plant links doc/adr/spy.md "see [this](../itt.md#nothing)" "doc/adr/spy.md: there is no ../itt.md#nothing"
plant links doc/spy.md "see [this](#nothing)" "doc/spy.md: there is no #nothing"
plant documents doc/spy.md "$(awk 'BEGIN { for (i = 0; i < 121; i++) printf "\303\244" }')" \
    "doc/spy.md:1: has more than 120 characters"
plant documents README.md "$(awk 'BEGIN { for (i = 0; i < 170; i++) print "more" }')" "README.md: has more than 170 lines"
# One line for each, in one page: the check makes one list of all that is wrong.
no=nothing # not to be found here
cat >"$copy/tree/doc/spy.md" <<EOF2
call gau_$no()
set GAUDIT_$no
see \`test_$no\`
see \`tools/nothing/\`
see \`nothing.h\`
set \`.$no\`
    .$no = true,
read ctx->ticks
EOF2
"$checks/documents.sh" "$copy/tree" >"$copy/out" 2>&1 && { echo "documents: did not notice names that there are not"; status=1; }
cat >"$copy/expected" <<EOF2
doc/spy.md:1: there is no gau_$no
doc/spy.md:2: there is no GAUDIT_$no
doc/spy.md:3: there is no test_$no
doc/spy.md:4: there is no tools/nothing/
doc/spy.md:5: there is no nothing.h
doc/spy.md:6: there is no .$no
doc/spy.md:7: there is no .$no =
doc/spy.md:8: there is no ctx->ticks
EOF2
rm "$copy/tree/doc/spy.md"
LC_ALL=C sort "$copy/out" | diff "$copy/expected" - || { echo "documents: does not say just that"; status=1; }
page=$copy/tree/doc/architecture.md
cp "$page" "$copy/page"
# shellcheck disable=SC2016
sed -i '/^| `statistics`/d' "$page"
expect documents 'doc/architecture.md: other layers than in layers.txt: statistics'
mv "$copy/page" "$page"
page=$copy/tree/doc/reference/trace-format.md
cp "$page" "$copy/page"
# shellcheck disable=SC2016
sed -i '/`frames_by_cfi`/s/72/73/' "$page"
expect trace_format 'thread_totals.frames_by_cfi is at 73'
# shellcheck disable=SC2016
sed '/`missed`/d' "$copy/page" >"$page"
expect trace_format 'all fields of process_totals'
sed '/^### 11: pause/,/^### 12/{/^### 12/!d}' "$copy/page" >"$page"
expect trace_format 'no section of the record pause'
mv "$copy/page" "$page"
plant truth_tables algorithms/csv/spy.c 'key = gau_store_column(ctx, "truth_hits", "particle_id", type);' \
    'algorithms/csv/spy.c: only checking algorithms read the truth'
plant truth_tables options/spy.xml '<algorithm type="Histogram1D"><property name="Input" value="truth_vertices.z"/>' \
    'options/spy.xml:1: only checking algorithms read the truth'

word=sea # parts of refused words, which are not to be found here
plant words doc/spy.md "A thread takes a ${word}t." 'doc/spy.md:1:'
plant words table/spy.c "int ${word}t_of_a_thread;" 'table/spy.c:1:'
word=gau_led
plant words tests/spy.sh "${word}ger_close" 'tests/spy.sh:1:'
word=tal
plant words table/spy.c "struct ${word}ly *item;" 'table/spy.c:1:'
word=by
plant words doc/spy.md "Runs $word Turns." 'doc/spy.md:1:'

plant names auditors/spy.c 'struct gau_thread_slot {' 'gau_thread_slot is defined at auditors/spy.c:1, too'
plant names auditors/spy.c '#define GAU_NO_BRANCH 1' 'GAU_NO_BRANCH is defined at auditors/spy.c:1, too'
plant names auditors/itt/spy.h '#ifndef GAUDIT_SPY_H' 'auditors/itt/spy.h:1: the include guard is not GAUDIT_AUDITORS_ITT_SPY_H'
plant names trace/ring_buffer.c 'int a;' 'trace/ring_buffer.c: the name of this file is that of auditors/live_print/ring_buffer.c, too'
plant names trace/session.h 'int a;' 'trace/session.h: the name of this file is that of framework/include/gaudit/session.h, too'

# compile SOURCE TEXT: the source in the copy, and its object where a build has it.
build=$copy/build
mkdir -p "$build"/framework "$build"/report "$build"/algorithms "$build"/auditors "$build"/tools \
    "$build"/collector "$build"/itt "$build"/table "$build"/trace "$build"/files "$build"/documents "$build"/errors
compile() {
    mkdir -p "$copy/tree/${1%/*}" "$build/${1%%/*}/CMakeFiles/spy.dir/$(dirname "${1#*/}")"
    printf '%s\n' "$2" >"$copy/tree/$1"
    cc -c -o "$build/${1%%/*}/CMakeFiles/spy.dir/${1#*/}.o" "$copy/tree/$1"
}
compile framework/src/support/spy.c 'int gau_spy_above(void); int gau_spy(void) { return gau_spy_above(); }'
compile framework/src/run/spy_above.c 'int gau_spy_above(void) { return 0; }'
expect calls 'framework/src/support/spy.c refers to gau_spy_above() of framework/src/run/spy_above.c, which is above it'
compile framework/src/run/spy_above.c 'int gau_spy(void); int gau_spy_above(void) { return gau_spy(); }'
expect cycles 'a cycle through several folders: framework/src/run/spy_above.c framework/src/support/spy.c'
compile framework/src/run/spy_above.c 'int gau_spy_above(void) { return 0; }'
compile table/spy_one.c 'int gau_spy_other(void); int gau_spy_one(void) { return gau_spy_other(); }'
compile table/spy_other.c 'int gau_spy_one(void); int gau_spy_other(void) { return gau_spy_one(); }'
expect cycles 'a cycle that layers.txt does not name: table/spy_one.c table/spy_other.c'
expect cycles 'layers.txt names a cycle that there is not: '
echo '#include "spy_other.h"' >"$copy/tree/table/spy.h"
echo '#include "table/spy.h"' >"$copy/tree/table/spy_other.h"
expect cycles 'a cycle that layers.txt does not name: table/spy.h table/spy_other.h'
rm "$copy/tree/table/spy.h" "$copy/tree/table/spy_other.h"
compile table/spy_other.c 'int gau_spy(void); int gau_spy_other(void) { return gau_spy(); }'
expect calls 'table/spy_other.c may not refer to gau_spy() of framework/src/support/spy.c'
compile table/spy_other.c 'int gau_spy_other(void) { return 0; }'
compile documents/views/spy_view.c 'int gau_spy(void) { return 1; }'
expect names 'documents/views/spy_view.c: gau_spy is defined in framework/src/support/spy.c, too'
compile documents/views/spy_view.c 'int spy(void) { return 1; }'
expect names 'documents/views/spy_view.c: spy has linkage, but no gau_ in front'
compile framework/src/support/spy.c 'int gau_spy(void) { return 1; }'
compile framework/src/run/spy_above.c 'int gau_spy(void); int gau_spy_above(void) { return gau_spy(); }'
compile documents/views/spy_view.c 'int gau_spy_view(void) { return 1; }'
for check in calls names; do
    "$checks/$check.sh" "$copy/tree" "$build" || { echo "$check: complains about clean objects"; status=1; }
done

# A library that exports one name of ours and one that is not, and a module with two names.
mkdir -p "$copy/headers" "$copy/modules"
echo 'GAU_API int gau_a(void);' >"$copy/headers/a.h"
echo 'int gau_a, stray;' | cc -shared -fPIC -x c -o "$copy/library.so" -
echo 'int gau_module_abi0, stray;' | cc -shared -fPIC -x c -o "$copy/modules/m.so" -
echo 'gau_a' >"$copy/symbols.txt"
for complaint in '+stray' 'library.so: not ours' 'm.so exports: gau_module_abi0 stray'; do
    if "$checks/symbols.sh" "$copy/library.so" "$copy/symbols.txt" "$copy/headers" "$copy/modules" >"$copy/out" ||
        ! grep -qF -- "$complaint" "$copy/out"; then
        echo "symbols: did not notice: $complaint"
        status=1
    fi
done
echo 'GAU_API int gau_b(void);' >>"$copy/headers/a.h"
"$checks/symbols.sh" "$copy/library.so" "$copy/symbols.txt" "$copy/headers" "$copy/modules" >"$copy/out" || true
grep -q '^+gau_b' "$copy/out" || { echo "symbols: did not notice a function that is only declared"; status=1; }

# A collector with a name too many, which needs more than the C library.
echo 'double cos(double); double gau_wave(double x); double gau_wave(double x) { return cos(x); }' |
    cc -shared -fPIC -x c -o "$copy/library.so" - -lm
for complaint in 'library.so exports: gau_wave' 'library.so needs: libm.so.6'; do
    if "$checks/collector.sh" "$copy/library.so" gau_other >"$copy/out" || ! grep -qF -- "$complaint" "$copy/out"; then
        echo "collector: did not notice: $complaint"
        status=1
    fi
done
exit $status
