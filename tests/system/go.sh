#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: go.sh GAUDIT OPTIONS COLLECTOR SHOW_TRACE RUNS: programs in Go, and its tools, do under the collector
# what they do without it.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
show=$4 runs=$5
command -v go >/dev/null || missing go
# Three threads at once, on any number of processors. What they print is the same however long they take: where no
# sample is expected, "briefly" is enough.
export GOCACHE=$work/cache GOPATH=$work/path GO111MODULE=off GOFLAGS= GOMAXPROCS=3

cat >goroutines.go <<'EOF2'
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
)

//go:noinline
func hot(n int) float64 {
	x := 0.0
	for i := 0; i < n; i++ {
		x += float64(i%7) * 1.5
	}
	return x
}

func used() int64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return r.Utime.Nano()
}

func main() {
	var w sync.WaitGroup
	enough := int64(3000000000)
	if len(os.Args) > 1 {
		enough = 0
	}
	for k := 0; k < 3; k++ {
		w.Add(1)
		go func() {
			defer w.Done()
			x := hot(1000000)
			for used() < enough {
				x = hot(1000000)
			}
			fmt.Println(x)
		}()
	}
	w.Wait()
}
EOF2
sed 's/^import (/import "C"\n\n&/' goroutines.go >with_c.go

# build NAME ARGUMENT...: under the collector.
build() {
    name=$1
    shift
    "$gaudit" collect -o "build-$name" --interval 1ms go build -o "$name" "$@" >out 2>err || wrong "go build $*: status $?, $(cat out err)"
    [ -x "$name" ] || wrong "go build $*: no program"
    [ "$name" != cgo ] || grep -q 's of CPU time is in no file: of processes that were too short' err || wrong "go build: $(cat err)"
}
build cgo with_c.go
build external -ldflags=-linkmode=external goroutines.go
build pie -buildmode=pie goroutines.go
# The compiler is linked statically.
for view in summary hotspots; do
    "$gaudit" report $view build-cgo >out 2>&1 || wrong "go build: $view: status $?"
    grep -q 's of CPU time is in no file: of processes that were too short' out || wrong "go build: $view: $(cat out)"
done
"$gaudit" collect -q -o vet go vet goroutines.go >out 2>err || wrong "go vet: status $?, $(cat out err)"

# Each thread that has used some CPU time has most of it in samples.
is_sampled() {
    "$show" "$1/samples.gtr" >trace || wrong "$1: $(cat trace)"
    awk '$1 == "thread" { cpu = weight = 0
            for (i = 2; i < NF; i++) { if ($i == "cpu") cpu = $(i + 1); if ($i == "weight") weight = $(i + 1) }
            if (cpu > 5e7) { n++; bad += weight < 0.6 * cpu }
        } END { exit bad || n < 2 }' trace || wrong "$1: $(grep ^thread trace)"
}

for name in cgo external; do
    ./$name briefly >plain || wrong "$name alone: status $?"
    for clock in auto timer; do
        for run in $(seq "$runs"); do
            folder=$name-$clock-$run
            timeout 300 "$gaudit" collect -o "$folder" --clock $clock --interval 1ms ./$name >out 2>err || wrong "$folder: status $?, $(cat err)"
            cmp -s out plain || wrong "$folder: it printed $(cat out)"
            is_sampled "$folder"
            # Go ends without the C library.
            grep -q "files ends before the process did" err || wrong "$folder: its end is not reported: $(cat err)"
        done
    done
done

# Position-independent, without C: there is a loader, but no C library.
./pie briefly >plain
timeout 300 "$gaudit" collect -q -o pie-alone ./pie briefly >out 2>err || wrong "pie: status $?, $(cat err)"
cmp -s out plain || wrong "pie: it printed $(cat out)"
only "gaudit: warning: './pie' runs without samples: it has a loader, but does not use the C library, as with -buildmode=pie of Go, and no collector can be loaded into it"
timeout 300 "$gaudit" collect -q -o pie-child sh -c './pie briefly; exit $?' >out 2>err || wrong "pie as a child: status $?, $(cat err)"
cmp -s out plain || wrong "pie as a child: it printed $(cat out)"
complains "gaudit-collector: './pie' runs without samples: it has a loader, but does not use the C library, as with -buildmode=pie of Go"
finish
