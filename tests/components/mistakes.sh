#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: mistakes.sh INCLUDE: each mistake in a class of C++ is one error of the compiler, which names the function.
include=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
wrongs=0
wrong() {
    echo "WRONG: $*"
    wrongs=$((wrongs + 1))
}
compilers=$(for c in g++ clang++; do command -v $c; done)
[ -n "$compilers" ] || exit 77

# refused KIND TEXT BODY: a class with this body, as an algorithm, auditor or input.
refused() {
    printf '#include <gaudit/component.hpp>\nclass A {\n%s\n};\nGAU_COMPONENTS(gau::%s<A>("A", "A"));\n' "$3" "$1" >a.cpp
    for compiler in $compilers; do
        "$compiler" -std=c++17 -fsyntax-only -I"$include" a.cpp 2>errors && wrong "$compiler compiles $3"
        [ "$(grep -c 'error:' errors)" = 1 ] && grep -q "error: .*gaudit: $2" errors || wrong "$compiler, $3: $(cat errors)"
    done
}
other='is private, not const, or has other parameters than component.hpp says'
refused algorithm "execute() $other" 'void execute(gau::context) {}'
refused algorithm "execute() $other" 'public: void execute(int) {}'
refused algorithm "initialize() $other" 'public: void execute() {} void initialize(double) {}'
refused algorithm 'an algorithm has a public execute()' 'int x = 0;'
refused algorithm 'functions return void, bool or gau_status' 'public: int execute() { return 1; }'
refused algorithm 'the functions are called initialize() and finalize()' 'public: void execute() {} void initialise() {}'
refused algorithm 'the functions are called initialize() and finalize()' 'public: void execute() {} void finalise() {}'
refused algorithm 'a component has a public constructor without parameters' 'public: explicit A(int) {} void execute() {}'
refused algorithm 'a component has a public constructor without parameters' 'A() {} public: void execute() {}'
refused algorithm 'a component has a public constructor without parameters' '~A() {} public: void execute() {}'
refused algorithm 'a component has a public constructor without parameters' 'public: virtual void execute() = 0;'
refused algorithm 'declare() is public, static' 'public: void declare(gau::properties<A> &) {} void execute() {}'
refused algorithm "merge() $other" 'public: void execute() {} void merge(A &) {}'
refused auditor "before() $other" 'public: void before(int) {}'
refused auditor 'wants_timestamps of an auditor is private' 'static constexpr bool wants_timestamps = true;'
refused input 'an input has a public read()' 'int x = 0;'
refused input "decode() $other" 'public: void read() {} void decode() {}'
refused input "take() $other" 'public: void read() {} void take() {}'
for type in bool 'signed char' 'std::string'; do
    refused algorithm 'a counter is a floating point or whole number' "$type n{}; public: void execute() {}
        static void declare(gau::properties<A> &p) { p.counter(\"n\", &A::n); }"
done
[ $wrongs = 0 ] || echo "$wrongs wrong"
[ $wrongs = 0 ]
