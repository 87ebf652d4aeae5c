# SPDX-License-Identifier: Apache-2.0
# For the other scripts of this folder, and collect/real_collector.sh, after common.sh: what collect.json says of samples and time.

# A foreign program, or a package, is missing.
missing() {
    echo "there is no $1"
    [ "${GAUDIT_REQUIRE_DATA-}" != 1 ] || exit 1
    exit 77
}

# value FOLDER KEY: of all processes.
value() {
    sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\).*/\1/p" "$1/collect.json" | head -n 1
}

# For awk: first[KEY] is what value() gives. One process for all keys of a folder, since scripts ask for many.
# shellcheck disable=SC2016 # for awk
first_values='/^ *"[a-z_]*": / {
    key = $1; text = $2
    gsub(/[":]/, "", key); gsub(/[",]/, "", text)
    if (!(key in first)) first[key] = text
}
'

# sums_of FOLDER: all that collect.json says of one process after the other, for messages.
sums_of() {
    sed -n 's/^ *{"file": //p' "$1/collect.json"
}

# sum FILE KEY: of all threads, or of all tasks, that show_trace printed.
sum() {
    awk -v key="$2" '{ for (i = 1; i < NF; i++) if ($i == key) all += $(i + 1) } END { printf "%.0f\n", all }' "$1"
}

# adds_up FOLDER [PROCESSES]: what was sampled is the CPU time, user and system or user alone, as the clock sees it.
# The samples of a thread add up to its CPU time but for what is before the first and behind the last,
# an interval each at most (a tick, if that is longer, and what samples really were apart, if threads lose the
# processor before a tick finds them there), which is right on average: 4 standard errors of that, for all threads. Each process runs for some 10 ms before the collector comes, while large libraries are
# loaded, and after it has gone.
# Where there are many, most of which leave no file, their number is given: it is 2 ms for each then, and what the
# kernel does to make and to end them.
# How the kernel divides time into user and system is itself an estimate by ticks of 4 ms.
# On a loaded machine threads may lose the processor before a tick so often that samples are further apart than a tick:
# a thread is then without what is before its first sample and behind its last. For a few threads, that is allowed for.
adds_up() {
    awk -v processes="${2-0}" "$first_values"'END {
        sampled = first["sampled_s"] + 0; cpu = first["cpu_s"] + 0; threads = first["threads"] + 0
        interval = first["requested_interval_s"] + 0; tick = first["tick_s"] + 0; samples = first["samples"] + 0
        user = first["user_s"] + 0; system_s = first["system_s"] + 0; apart = first["interval_s"] + 0
        gap = tick > 0 && samples > 0 && threads < 20 ? cpu / samples : 0
        late = gap > interval + tick ? 2 * threads * (gap - interval - tick) : 0
        step = interval + tick > apart ? interval + tick : apart
        error = 4 * (gap > step ? gap : step) * sqrt(threads)
        if (first["includes_kernel_time"] == "false")
            error += 4 * sqrt(0.004 * user * system_s / (user + system_s + 1e-9)) + 0.02 * cpu
        low = -error - late - 0.02 * cpu - 0.01 - (processes ? 0.002 * processes + system_s : 0.01 * first["files"])
        high = error + 0.01 * cpu + 0.01
        off = sampled - cpu
        exit !(sampled > 0 && off >= low && off <= high)
    }' "$1/collect.json" || wrong "$1: $(value "$1" sampled_s) s sampled of $(value "$1" cpu_s) s, user $(value "$1" user_s) s, system $(value "$1" system_s) s, $(value "$1" threads) threads: $(sums_of "$1")"
}

# is_whole FOLDER: all files are complete, and nothing was lost.
is_whole() {
    not_whole=$(awk "$first_values"'END {
        n = split("missing_blocks skipped_bytes tail_bytes invalid_records dangling_references unknown_records " \
                  "files_unreadable lost_blocks lost_samples dropped dropped_tasks threads_not_sampled", none, " ")
        for (i = 1; i <= n; i++)
            if (first[none[i]] != "0")
                print none[i] " is " first[none[i]]
        if (first["files"] == "" || first["files_ended"] != first["files"])
            print first["files_ended"] " of " first["files"] " files are complete"
    }' "$1/collect.json") || not_whole="collect.json cannot be read"
    [ -z "$not_whole" ] || wrong "$1: $not_whole: $(sums_of "$1")"
}

# as_unprivileged COMMAND...: by a user without rights, in a folder that may be written to; whether there is
# one is in "$unprivileged".
unprivileged=
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$work"
    mkdir -m 777 unprivileged
    as_unprivileged() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
    as_unprivileged test -x "$gaudit" && as_unprivileged test -r "$collector" && unprivileged=yes
fi
