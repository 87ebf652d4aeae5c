#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh CMAKE SOURCE_DIR BUILD_DIR WORK_DIR
# Installs into an empty prefix, moves that elsewhere, and uses only what was installed: builds
# examples/out-of-tree and a program against it, and runs a job with the module.
set -eu
cmake=$1 source=$2 build=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
say() { printf '== %s\n' "$*"; }
die() { echo "FAILED: $*"; exit 1; }

say "install, and move"
"$cmake" --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/prefix"
prefix=$work/prefix
gaudit=$prefix/bin/gaudit
"$gaudit" --version
for file in include/gaudit/gaudit.h include/gaudit/app.h share/gaudit/options/quickstart.xml \
    share/gaudit/options/gaudit.rng share/doc/gaudit/LICENSE share/doc/gaudit/README.md \
    share/man/man1/gaudit.1 share/man/man1/gaudit-report.1 share/bash-completion/completions/gaudit \
    share/zsh/site-functions/_gaudit share/fish/vendor_completions.d/gaudit.fish; do
    [ -s "$prefix/$file" ] || die "$file is not installed"
done

say "nothing installed names the folders it was built in"
find "$prefix" -type f | while read -r file; do
    case $file in
    *.a) objcopy -w --strip-debug --remove-section='.gnu.lto_*' "$file" "$work/plain.a" && strings -d "$work/plain.a" ;;
    *.so* | */bin/*) strings -d "$file" ;;
    *) cat "$file" ;;
    esac | grep -F -e "$source" -e "$build" -e "$work" && die "$file"
    true
done

say "every module has a manifest, and nothing but modules do"
moduledir=$(dirname "$(find "$prefix" -name '*.manifest' | head -n 1)")
for module in "$moduledir"/*.so; do
    [ -s "${module%.so}.manifest" ] || die "$module has no manifest"
done

say "the client of ITT, without the framework: installed, and as a folder of its own"
archive=$(find "$prefix" -name libgaudit_itt.a)
cc -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -I"$prefix/include/gaudit" -o "$work/client" \
    "$source/tests/itt/check_client.c" -L"${archive%/*}" -lgaudit_itt -pthread -ldl
"$work/client" "$build/tests/itt"
cp -r "$source/itt" "$work/itt"
"$cmake" -S "$work/itt" -B "$work/itt/build" >"$work/itt.log"
"$cmake" --build "$work/itt/build" >>"$work/itt.log"

say "the collector is found beside the library"
"$gaudit" lint -- "$gaudit" --version | tee "$work/lint.log"
grep -q '^no ITT static part called the collector$' "$work/lint.log" || die "gaudit lint"

say "a component of one's own"
cp -r "$source/examples/out-of-tree" "$work/example"
"$cmake" -S "$work/example" -B "$work/example/build" -DCMAKE_PREFIX_PATH="$prefix" >"$work/cmake.log"
"$cmake" --build "$work/example/build" --verbose | tee "$work/build.log"
grep -q -e ' -O2 -g .*window\.c' "$work/build.log" || die "the example is built without optimisation"
cat "$work/example/build/window.manifest"

# The job accepts events 11 to 30.
accepted() {
    "$gaudit" run -n 100 -o "$work/result-$1" "$2" >"$work/$1.log" 2>&1 || { cat "$work/$1.log"; die "$1"; }
    tr -d ' \n' <"$work/result-$1/counts.json" | grep -q '"accepted":20,' || die "$1: not 20 events accepted"
}

say "found by GAUDIT_MODULE_PATH"
GAUDIT_MODULE_PATH=$work/example/build accepted environment "$work/example/window.xml"
GAUDIT_MODULE_PATH=$work/example/build "$gaudit" list | grep Window

say "found by <module path>"
sed 's|<job>|<job><module path="build/window.so"/>|' "$work/example/window.xml" >"$work/example/named.xml"
accepted named "$work/example/named.xml"

say "not found without either"
status=0
"$gaudit" run -n 1 "$work/example/window.xml" 2>"$work/unknown.log" || status=$?
cat "$work/unknown.log"
[ $status = 2 ] || die "status $status without the module"
grep -q "window.xml:4: there is no class 'Window'" "$work/unknown.log" || die "the message"

say "a program with pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gaudit.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # several words
cc -std=c11 -Wall -Wextra -Werror -o "$work/program" "$source/tests/install/program.c" \
    $(pkg-config --cflags --libs gaudit)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir gaudit) "$work/program" "$work/example/window.xml" 2>&1 | tee "$work/program.log"
grep -q 'Window' "$work/program.log" || die "the program did not miss the module"
[ -s "$(pkg-config --variable=moduledir gaudit)/${module##*/}" ] || die "moduledir of gaudit.pc"
