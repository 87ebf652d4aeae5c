#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: new.sh CMAKE PREFIX WORK_DIR LANGUAGE: what 'gaudit new' of an installed gaudit makes in C++ (c++) or C (c)
# compiles without a warning, by gcc and clang; the commands that it prints build, test and run it. Its test fails if
# the source is wrong. And what it refuses. Status 77: there is no compiler.
set -u
cmake=$1 prefix=$2 work=$3 language=$4
failed=0
wrong() { echo "FAILED: $*"; failed=1; }
unset GAUDIT_MODULE_PATH

case $language in
c) compilers='gcc clang' suffix=c strict='-Wall -Wextra -Wpedantic -Werror' ;;
c++) compilers='g++ clang++' suffix=cpp strict='-Wall -Wextra -Wpedantic -Weffc++ -Wshadow -Wconversion -Werror' ;;
esac
first=${compilers% *}
for compiler in $compilers; do
    command -v "$compiler" >/dev/null && continue
    echo "there is no compiler '$compiler'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    [ "$compiler" != "$first" ] || exit 77
    compilers=$first
done

rm -rf "$work"
mkdir -p "$work/bin"
cd "$work" || exit 1
# The commands that are printed find cmake and ctest, and another gaudit, which they do not take.
printf '#!/bin/sh\nexit 99\n' >bin/gaudit
chmod +x bin/gaudit
PATH=$work/bin:$(dirname "$cmake"):$PATH
export PATH
gaudit=$prefix/bin/gaudit
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gaudit.pc)")
export PKG_CONFIG_PATH

# is WANTED FILE: its text
is() { printf '%s\n' "$1" | diff - "$2" || wrong "$2 has another text"; }

# tests FOLDER: what its test says; its output: FOLDER.log
tests() { "$cmake" --build "$1/build" >"$1.log" 2>&1 && ctest --test-dir "$1/build" --output-on-failure >>"$1.log" 2>&1; }

# --- all kinds ---------------------------------------------------------------------------
# makes KIND NAME FOLDER: the commands work as they are printed
makes() {
    "$gaudit" new "$1" "$2" --lang "$language" >"$3.out" 2>"$3.err" || wrong "new $1: status $?"
    [ ! -s "$3.err" ] || { cat "$3.err"; wrong "new $1 writes errors"; }
    is "$3/ has the $1 $2, a job and a test. Build, test and run it:

  cd $3 && cmake -B build -DCMAKE_PREFIX_PATH=$prefix && cmake --build build
  ctest --test-dir build
  GAUDIT_MODULE_PATH=build $gaudit run $3.xml" "$3.out"
    file=$(echo "$3" | tr - _).$suffix
    (cd "$3" && find . -type f) | LC_ALL=C sort >names
    is "$(printf './%s\n' CMakeLists.txt README.md "$file" "$3.xml" test.cmake | LC_ALL=C sort)" names
    grep -rnE 'SPDX|[Nn]ew[-_ ]?[Cc]omponent|COMPONENT_[KLS]' "$3" | grep -v GAU_COMPONENTS && wrong "new $1: a word of the template is left"
    for compiler in $compilers; do
        options="-std=c++17 $strict"
        [ $language = c++ ] || options="-std=c11 $strict"
        # shellcheck disable=SC2046,SC2086 # several words
        $compiler -O2 $options $(pkg-config --cflags gaudit | sed 's/-I/-isystem /g') -fsyntax-only "$3/$file" ||
            wrong "$compiler: warnings of $file"
    done
    { echo 'set -e'; sed 1,2d "$3.out"; } >"$3.sh"
    env CC=gcc CXX=g++ sh "$3.sh" >"$3.log" 2>&1 || { cat "$3.log"; wrong "$1: a command fails"; }
    grep -q '^100% tests passed, 0 tests failed out of 1$' "$3.log" || wrong "$1: no test has passed"
    grep -q '^1000 events .* accepted; '"$3"'.xml$' "$3.log" || wrong "$1: the job does not run"
    GAUDIT_MODULE_PATH=$3/build "$gaudit" describe "$2" >"$3.described" || wrong "describe $2: status $?"
    grep -q "^$2, an $1: " "$3.described" || wrong "$2: $(head -n 1 "$3.described")"
}

# breaks FOLDER SED MESSAGE: with that mistake in the source its test fails
breaks() {
    file=$1/$(echo "$1" | tr - _).$suffix
    cp "$file" whole
    sed "$2" whole >"$file"
    cmp -s whole "$file" && wrong "$1: no line is changed by $2"
    tests "$1" && wrong "$1: the test does not notice $2"
    grep -qF "$3" "$1.log" || { cat "$1.log"; wrong "$1: the test says something else of $2"; }
    cp whole "$file"
}

makes algorithm HardMuons hard-muons
breaks hard-muons 's/hard += pt\(.*\) >= /hard += pt\1 < /' "'hard_muons' is "
makes auditor RejectionCounts rejection-counts
breaks rejection-counts 's/rejected += outcome.final == GAU_REJECT/rejected += outcome.final == GAU_OK/' \
    "'branches;3;rejected' is 750, not 250"
makes input Ramp2 ramp2
breaks ramp2 's/ctx->event <= /ctx->event < /' "'entries' is 1998, not 2000"

# --- a shell that finds gaudit, which is in a folder with a blank ---------------------------------------
if [ $language = c ]; then
    mkdir 'a blank'
    cp -r "$prefix" 'a blank/prefix'
    (PATH="$work/a blank/prefix/bin:$PATH" && cd 'a blank' && gaudit new input HTTPRead --lang c) >found.out || wrong "new: status $?"
    is "httpread/ has the input HTTPRead, a job and a test. Build, test and run it:

  cd httpread && cmake -B build '-DCMAKE_PREFIX_PATH=$work/a blank/prefix' && cmake --build build
  ctest --test-dir build
  GAUDIT_MODULE_PATH=build gaudit run httpread.xml" found.out
fi

# --- what is refused --------------------------------------------------------------------------
# refuses STATUS MESSAGE ARGUMENT...
refuses() {
    wanted=$1 message=$2
    shift 2
    "$gaudit" new "$@" >out 2>err
    status=$?
    [ $status = "$wanted" ] && [ ! -s out ] || wrong "new $*: status $status"
    is "$message" err
}
hint="(see 'gaudit help new')"
for name in hardMuons Hard-Muons Hard_Muons 2Muons '' ../Muons Müons; do
    refuses 1 "gaudit new: '$name' is no name of a class: a capital, then letters and digits, at most 64, such as HardMuons $hint" \
        algorithm "$name"
done
long=L$(printf '%063d' 0)
"$gaudit" new algorithm "$long" >out || wrong "a name of 64 letters: status $?"
refuses 1 "gaudit new: '${long}0' is no name of a class: a capital, then letters and digits, at most 64, such as HardMuons $hint" \
    algorithm "${long}0"
refuses 1 "gaudit new: there is a class 'Spin' already, an algorithm: Keeps the processor busy for a given time. $hint" auditor Spin
refuses 1 "gaudit new: 'algoritm' is not one of: algorithm, auditor, input; did you mean 'algorithm'? $hint" algoritm Muons
refuses 1 "gaudit new: the kind or the name of the component is missing $hint" algorithm
refuses 1 "gaudit new: --lang takes c++ or c, not 'rust' $hint" algorithm Muons --lang rust

# Nothing is overwritten; an empty folder is as good as none.
mkdir -p muons/.hidden tracks
refuses 1 "gaudit new: the folder 'muons' is not empty $hint" algorithm Muons
[ "$(find muons | tr '\n' ' ')" = 'muons muons/.hidden ' ] || wrong "something is in muons"
"$gaudit" new algorithm Tracks >out || wrong "an empty folder: status $?"
[ -s tracks/test.cmake ] || wrong "nothing is in tracks"
: >hits
refuses 5 "gaudit: cannot make the folder 'hits': Not a directory" algorithm Hits
ln -s nowhere link
refuses 5 "gaudit: cannot make the folder 'link': No such file or directory" algorithm Link

# What fails in the middle leaves nothing.
(ulimit -f 0 && trap '' XFSZ && "$gaudit" new algorithm Vertices >out 2>&1) && wrong "no room, but status 0"
[ ! -e vertices ] || wrong "something is left"
exit $failed
