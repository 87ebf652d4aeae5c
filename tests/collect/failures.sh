#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit collect: programs that cannot be run, or not be sampled, and results that are not what they should be.
. "$(dirname "$0")/common.sh"
as_root=$([ "$(id -u)" = 0 ] && echo yes)

# refused STATUS MESSAGE ARGUMENT...: nothing is run, one line, and no folder.
refused() {
    want_status=$1 message=$2
    shift 2
    collected "$want_status" -o refused "$@"
    only "gaudit: $message"
    [ -s out ] && wrong "it printed $(cat out)"
    [ -e refused ] && wrong "it left a folder"
    rm -rf refused
}

# --- programs that cannot be run -------------------------------------------------------
refused 127 "cannot run './none': No such file or directory" ./none
refused 127 "cannot run 'no-such-program': No such file or directory" no-such-program -x
refused 127 "cannot run '': No such file or directory" ''
: >plain
refused 126 "cannot run './plain': Permission denied" ./plain
refused 127 "cannot run 'plain': No such file or directory" plain
refused 127 "cannot run './plain/x': Not a directory" ./plain/x
refused 126 "cannot run '.': it is a folder" .
printf '#!%s/none -x\n' "$work" >script
printf '#! %s\n' "$work/script" >script2
printf '#!%s\n' "$work" >script3
chmod +x script script2 script3
refused 126 "cannot run './script': its interpreter '$work/none': No such file or directory" ./script
refused 126 "cannot run '$work/script': its interpreter '$work/none': No such file or directory" ./script2
refused 126 "cannot run './script3': its interpreter '$work': it is a folder" ./script3
if LC_ALL=C sed 's|/lib64/ld-linux|/lib64/no-linux|' /bin/true >unloadable && chmod +x unloadable && ! cmp -s /bin/true unloadable; then
    refused 126 "cannot run './unloadable': its dynamic loader does not exist" ./unloadable
fi
# Headers of executables, byte by byte: class, machine.
elf() {
    printf '\177ELF%b\001\001\000\000\000\000\000\000\000\000\000\002\000%b\001\000\000\000' "$1" "$2"
    head -c 100 /dev/zero
}
elf '\002' '\0363\0' >riscv # EM_RISCV
elf '\001' '\003\0' >intel32
chmod +x riscv intel32
if ! ls /proc/sys/fs/binfmt_misc/*riscv* >/dev/null 2>&1; then
    refused 126 "cannot run './riscv': it is a program for another processor" ./riscv
fi
collected 126 -o refused ./intel32
[ -e refused ] && wrong "it left a folder"
grep -q "^gaudit: cannot run './intel32': " err || wrong "it said: $(cat err)"

# A text without interpreter is one for the shell, and what is on the PATH is found as by a shell.
mkdir bin bin/here && printf 'echo "$0 $1"\n' >bin/text && chmod +x bin/text
: >bin/closed && mkdir bin2 && printf '#!/bin/sh\necho second\n' >bin2/closed && cp bin2/closed bin2/here && chmod +x bin2/closed bin2/here
PATH=$work/bin:$work/bin2:$PATH collected 0 -q -o text text word
[ "$(cat out)" = "$work/bin/text word" ] || wrong "a text ran as: $(cat out)"
for name in closed here; do
    PATH=$work/bin:$work/bin2:$PATH collected 0 -q -o "path-$name" "$name"
    [ "$(cat out)" = second ] || wrong "$name ran: $(cat out err)"
done
env PATH="$work/bin" "$gaudit" collect -o refused closed >out 2>err
[ $? = 126 ] || wrong "what cannot be executed: status $?"
only "gaudit: cannot run 'closed': Permission denied"

# --- programs that cannot be sampled ---------------------------------------------------
# not_sampled REASON PROGRAM...
not_sampled() {
    reason=$1
    shift
    rm -rf result
    collected 0 -o result "$@"
    complains "gaudit: warning: '$1' runs without samples: $reason, and no collector can be loaded into it"
    has result/collect.json not_sampled_reason "\"$reason\""
}
if command -v ld >/dev/null && command -v as >/dev/null && [ "$(uname -m)" = x86_64 ]; then
    printf '.globl _start\n_start: mov $60, %%eax\nxor %%edi, %%edi\nsyscall\n' | as -o start.o - && ld -o static start.o
    not_sampled "it is statically linked" ./static
    complains "gaudit: no samples in 'result': it is statically linked"
    lists result collect.json run.json
    has result/collect.json files 0
    has result/collect.json clock null
    has result/collect.json samples 0
    printf '#!%s/static\n' "$work" >script4 && chmod +x script4
    not_sampled "it is statically linked" ./script4
    if printf '.globl _start\n_start: mov $1, %%eax\nxor %%ebx, %%ebx\nint $0x80\n' | as --32 -o start32.o - 2>/dev/null &&
        ld -m elf_i386 -o small start32.o 2>/dev/null && ./small 2>/dev/null; then
        not_sampled "it is a 32-bit program" ./small
    fi
fi
if [ "$as_root" ]; then
    chmod 755 .
    cp /bin/true other && chown 65534 other && chmod 4755 other
    not_sampled "it runs with more rights than its user has" ./other
    chmod 755 other && chgrp 65534 other && chmod 2755 other
    not_sampled "it runs with more rights than its user has" ./other
    chmod 2745 other # without execution by its group the bit gives no rights
    rm -rf result && collected 0 -o result ./other
    has result/collect.json not_sampled_reason null
    cp /bin/true same && chmod 4755 same
    rm -rf result && collected 0 -o result ./same
    has result/collect.json not_sampled_reason null
fi
mkdir -p bare && cp -P lib/libgaudit.so* bare/
LD_LIBRARY_PATH=$work/bare refused 125 "cannot find the collector '$work/bare/libgaudit-collector.so': No such file or directory" true
mkdir 'a b' && cp -P lib/* 'a b/'
rm -f 'a b/libgaudit-collector.so' && cp "$collector" 'a b/libgaudit-collector.so'
LD_LIBRARY_PATH="$work/a b" refused 125 "the collector '$work/a b/libgaudit-collector.so' cannot be preloaded: its path has a blank or a colon" true
if [ "$as_root" ] && [ ! "$sanitized" ] && unshare -m sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    unshare -m sh -c 'mount -t tmpfs none /proc; exec "$@"' sh "$gaudit" collect -o noproc true >out 2>err ||
        wrong "without /proc: status $?, $(cat err)"
    complains "gaudit: warning: there is no /proc: threads and their names may not be known"
fi

# --- what to distrust ------------------------------------------------------------------
# trouble NAME MESSAGE...
trouble() {
    FAKE_TROUBLE=$1
    shift
    rm -rf result
    collected 0 -o result true
    for message in "$@"; do
        complains "gaudit: $message"
    done
    FAKE_TROUBLE=''
}
silent="no ITT call was made: all time is outside any task"
trouble silent "no samples in 'result': the collector did not start, could not write its file, or the program is still running in the background"
lists result collect.json run.json
FAKE_TROUBLE=silent collected 137 -o killed sh -c 'kill -KILL $$'
complains "gaudit: no samples in 'killed': the program was ended by SIGKILL before there were any"
trouble itt
grep '"file": "samples.gtr"' result/collect.json | grep -q '"difference_percent": [-+0-9.e]*,' ||
    wrong "no difference: $(cat result/collect.json)"
grep -qF "$silent" err && wrong "there were calls of ITT"
grep -q warning err && wrong "it warned: $(cat err)"
has result/collect.json itt_calls 7
trouble dropped "warning: 25 samples were lost, 20 %: use a larger --buffer or a longer --interval" "$silent"
trouble truncated "warning: 20 % of the call stacks are cut short"
trouble unseen "warning: 2 threads were not sampled: no clock could be had"
trouble small_stack "warning: 2 threads were not sampled while the program's alternate signal stack was too small for it"
trouble found "warning: 1 thread was found up to a second late: the program did not make it by pthread_create()"
trouble unrecorded_children "warning: 2 processes were not recorded: the kernel refused a thread or a file, as under a seccomp filter"
trouble open "warning: 1 of 1 files ends before the process did: its last samples may be missing"
has result/collect.json files_ended 0
# The CPU time in the file is not that of the end; the kernel knows the latter of the program.
grep '"file": "samples.gtr"' result/collect.json | grep -q '"difference_percent": null,' ||
    wrong "a difference to a CPU time of the past: $(cat result/collect.json)"
has result/collect.json difference_percent '[-+0-9.e]+'
trouble full "warning: 'samples.gtr' could not be written: No space left on device"
has result/collect.json lost_blocks 1
limit="warning: 'samples.gtr' could not be written: File too large (see ulimit -f): 25 samples were lost, 20 %"
trouble limit "$limit"
grep -q -- --buffer err && wrong "a buffer is no help: $(cat err)"
# -q leaves out what is no complaint.
# quietly NAME MESSAGE: this alone is said.
quietly() {
    rm -rf result
    FAKE_TROUBLE=$1 collected 0 -q -o result true
    only "gaudit: $2"
}
quietly dropped "warning: 25 samples were lost, 20 %: use a larger --buffer or a longer --interval"
quietly limit "$limit"
quietly open "warning: 1 of 1 files ends before the process did: its last samples may be missing"
quietly silent "no samples in 'result': the collector did not start, could not write its file, or the program is still running in the background"
trouble damaged
grep -Eqx "gaudit: warning: 'samples.gtr' is damaged: 1 block missing, [0-9]+ bytes unreadable; the rest is shown" err ||
    wrong "it said: $(cat err)"
trouble foreign
grep -q "^gaudit: warning: 'samples.gtr' cannot be read: " err || wrong "it said: $(cat err)"
has result/collect.json files_unreadable 1
trouble empty "warning: 1 of 1 files ends before the process did: its last samples may be missing"
grep -q 'cannot be read' err && wrong "an empty file cannot be read: $(cat err)"
has result/collect.json files_unreadable 0
trouble user
grep -q ' s user time[,;]' err || wrong "the clock does not see the kernel, and it said: $(cat err)"
has result/collect.json includes_kernel_time false
# More than true needs: the samples are made up.
trouble heavy
grep -Eqx "gaudit: warning: the samples weigh [0-9.e+]+ s, more than the [0-9.]+ s of CPU time: see 'processes' in collect.json" err ||
    wrong "it said: $(cat err)"
collected 0 -o paused --start-paused true
grep -q ', the collection was paused meanwhile;' err || wrong "it said: $(cat err)"
grep -qE 'in no sample|samples weigh' err && wrong "it expects samples of a pause"

# --- disks -----------------------------------------------------------------------------
# limited BLOCKS FOLDER PROGRAM...: as many blocks of 512 bytes may a file of ours have. Status and messages: "all".
limited() {
    # shellcheck disable=SC2016 # for the other shell
    { sh -c 'ulimit -f "$1"; shift; exec "$@"' sh "$1" "$gaudit" collect -q -o "$2" "$3" 2>&1; echo "ended $?"; } | cat >all
}
# A sanitizer may want files of its own before the command begins.
if (ulimit -f 0 && "$gaudit" --version >/dev/null 2>&1); then
    limited 0 none true
    [ "$(cat all)" = "gaudit: none/run.json: File too large (see ulimit -f)
ended 125" ] || wrong "no run.json: $(cat all)"
    [ -e none ] && wrong "it left a folder"
    FAKE_TROUBLE=silent limited 2 some true
    [ "$(cat all)" = "gaudit: some/collect.json: File too large (see ulimit -f)
ended 125" ] || wrong "no collect.json: $(cat all)"
    lists some run.json
    has some/run.json status '"failed"'
    has some/run.json failure_reason '"some/collect.json: File too large .see ulimit -f."'
    FAKE_TROUBLE=silent limited 2 first false
    [ "$(cat all)" = "gaudit: first/collect.json: File too large (see ulimit -f)
ended 1" ] || wrong "the first cause wins: $(cat all)"
fi
# Streams that are closed: the status is that of the program, which has none either.
for closed in '>&-' '2>&-' '<&-' '>&- 2>&- <&-'; do
    rm -rf closed
    eval '"$gaudit" collect -q -o closed sh -c "exit 3"' "$closed"
    [ $? = 3 ] || wrong "$closed: status $?"
    has closed/collect.json exit_status 3
done
rm -rf closed
"$gaudit" collect -q -o closed sh -c '[ ! -e /proc/self/fd/1 ]' >&- || wrong "the program has got an output"
"$gaudit" list >&- 2>err
[ $? = 5 ] || wrong "what cannot be printed: status $?"
only "gaudit: cannot write the table: Bad file descriptor"
# Standard error is closed: that is no failure of the program, and all is written.
mkfifo pipe
: <pipe &
exec 4>pipe
wait
rm -rf deaf
"$gaudit" collect -o deaf sh -c 'exit 3' 2>&4
[ $? = 3 ] || wrong "messages into a broken pipe: status $?"
has deaf/run.json status '"failed"'
rm -rf deaf
exec 4>&-
if [ -c /dev/full ]; then
    "$gaudit" collect -o deaf true 2>/dev/full
    [ $? = 0 ] || wrong "messages cannot be written, and the status is another"
fi

# --- usage -----------------------------------------------------------------------------
# usage MESSAGE ARGUMENT...
usage() {
    message=$1
    shift
    collected 1 "$@"
    only "gaudit collect: $message (see 'gaudit help collect')"
}
usage "the program is missing"
usage "the program is missing" -o x --
usage "unknown option '--intervall'; did you mean '--interval'?" --intervall 3 true
usage "--clock takes auto, perf or timer, not 'tick'" --clock tick true
usage "--follow-child takes off or on, not 'yes'" --follow-child yes true
for interval in 10 0ms 99us 1.1s 1001ms 0.0999ms 2m -1ms ms '' .5ms 1.ms 99999999999999999999ms '10 ms' 1e1ms; do
    usage "--interval takes a time from 100us to 1s, such as 10ms, not '$interval'" --interval="$interval" true
done
for size in 0 1023K 1048575 1048576B 65G 1.5M -1 M '' 64MM 99999999999999999999; do
    usage "--buffer takes a size from 1M to 64G, such as 16M, not '$size'" --buffer="$size" true
done
for seconds in 0 1s -1 '' . 1000001 0.0009 99999999999999999999; do
    usage "--resume-after takes seconds from 0.001 to 1000000, such as 2.5, not '$seconds'" --resume-after="$seconds" true
done
finish
