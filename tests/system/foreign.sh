#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: foreign.sh GAUDIT OPTIONS COLLECTOR SPAWNER: programs that the collector cannot be loaded into
# run as without it, by themselves and as children, and one line says why they have no samples.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
spawner=$4
command -v musl-gcc >/dev/null || missing musl-gcc
command -v cc >/dev/null || missing cc
command -v valgrind >/dev/null || missing valgrind

cat >program.c <<'EOF2'
#include <time.h>
#include <unistd.h>
int main(void)
{
    while (clock() < CLOCKS_PER_SEC / 10)
        ;
    return write(1, "here\n", 5) == 5 ? 7 : 1;
}
EOF2
cat >bare.c <<'EOF2'
__attribute__((noreturn)) static void leave(long status)
{
#if defined(__x86_64__)
    __asm__ volatile("syscall" : : "a"(231L), "D"(status));
#else
    register long number __asm__("x8") = 94, first __asm__("x0") = status;
    __asm__ volatile("svc 0" : : "r"(number), "r"(first));
#endif
    __builtin_unreachable();
}
void _start(void) { leave(7); }
EOF2
mkdir bin
PATH=$work/bin:$PATH
musl-gcc -o bin/musl program.c || wrong "musl-gcc failed"
cc -nostdlib -fPIE -pie -fno-stack-protector -o bin/bare bare.c || wrong "cc failed"
printf '#!%s/bin/musl\n' "$work" >bin/script
chmod 755 bin/script

# foreign NAME REASON: alone and by each way that there is to start it.
foreign() {
    bin/"$1" >plain
    collected 7 -q -o "$1" "bin/$1"
    cmp -s out plain || wrong "$1: it printed $(cat out)"
    only "gaudit: warning: '$2' runs without samples: $3, and no collector can be loaded into it"
    "$spawner" "$work/bin/$1" "$1" >plain 2>&1
    [ "$(grep -c ' 1792$' plain)" = 8 ] || wrong "$1 alone: $(cat plain)"
    collected 0 -q -o "$1-child" "$spawner" "$work/bin/$1" "$1"
    cmp -s out plain || wrong "$1 as a child: it printed $(cat out err)"
    # The children of fork() and the shell of system() say so, too.
    grep -vE "^gaudit: |^gaudit-collector: '.*' runs without samples: $3\$" err && wrong "$1 as a child: messages"
    grep -q '^gaudit-collector: ' err || wrong "$1 as a child: nothing was said"
    is_whole "$1-child"
}
foreign musl bin/musl "it is linked with another C library, musl"
foreign bare bin/bare "it has a loader, but does not use the C library, as with -buildmode=pie of Go"
foreign script bin/script "it is linked with another C library, musl"

# Others that are preloaded stay.
echo 'int other;' >other.c
cat >musl_env.c <<'EOF2'
#include <stdio.h>
#include <stdlib.h>
int main(void) { return puts(getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "none") < 0; }
EOF2
musl-gcc -shared -fPIC -o other.so other.c && musl-gcc -static -o shown musl_env.c && musl-gcc -o musl_shown musl_env.c || wrong "musl-gcc failed"
collected 0 -q -o none sh -c './musl_shown; :'
[ "$(cat out)" = none ] || wrong "preloaded for musl: $(cat out)"
collected 0 -q -o static sh -c './shown; :'
grep -q libgaudit-collector.so out || wrong "preloaded for what is statically linked: $(cat out)"
# shellcheck disable=SC2016 # the shell that is collected sets it
collected 0 -q -o others sh -c 'LD_PRELOAD="$LD_PRELOAD $0" ./musl_shown; :' "$work/other.so"
[ "$(cat out)" = "$work/other.so" ] || wrong "preloaded for musl: $(cat out err), not the other library"

# Under valgrind nothing is recorded, which is said, and nothing of the collector is found wrong.
cc -g -o valgrind_program program.c || wrong "cc failed"
for clock in auto timer; do
    collected 7 -o valgrind-$clock --clock $clock --interval 1ms valgrind -q --error-exitcode=9 ./valgrind_program
    [ "$(cat out)" = here ] || wrong "valgrind-$clock: it printed $(cat out)"
    complains 'gaudit-collector: valgrind runs the program: nothing is recorded'
    ! grep -v '^gaudit' err || wrong "valgrind-$clock: it said: $(cat err)"
done

# Without PATH execvp() looks where the C library says, and not in the working folder.
cp bin/musl true
collected 0 -q -o unset env -u PATH true
[ ! -s err ] || wrong "true on the path of the C library: $(cat err)"
finish
