/* SPDX-License-Identifier: Apache-2.0 */
#include "warnings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct listener {
    gau_warnings_say *say;
    void *to;
};

__attribute__((__format__(__printf__, 2, 3))) static void warn(const struct listener *listener,
                                                               const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    listener->say(listener->to, text);
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static const char *were(uint64_t n)
{
    return n == 1 ? " was" : "s were";
}

void gau_warnings_of_threads(const struct gau_quality_sums *sums, gau_warnings_say *say, void *to)
{
    const struct listener listener = {.say = say, .to = to};
    const uint64_t unseen = sums->threads_unseen, cramped = sums->threads_cramped;
    const uint64_t found = sums->threads_found, silent = sums->silent_children;

    if (unseen > 0)
        warn(&listener, "warning: %" PRIu64 " thread%s not sampled: no clock could be had", unseen,
             were(unseen));
    if (cramped > 0)
        warn(&listener,
             "warning: %" PRIu64 " thread%s not sampled while the program's alternate signal stack "
             "was too small for it",
             cramped, were(cramped));
    if (found > 0)
        warn(&listener,
             "warning: %" PRIu64 " thread%s found up to a second late: the program did not make "
             "%s by pthread_create()",
             found, were(found), found == 1 ? "it" : "them");
    if (silent > 0)
        warn(&listener,
             "warning: %" PRIu64 " process%s not recorded: the kernel refused a thread or a file, "
             "as under a seccomp filter",
             silent, silent == 1 ? " was" : "es were");
}

void gau_warnings_of_file(const struct gau_quality_process *process, gau_warnings_say *say,
                          void *to)
{
    const struct listener listener = {.say = say, .to = to};
    const struct gau_quality_sums *const sums = &process->sums;
    const uint64_t bytes = sums->skipped_bytes - sums->tail_bytes;
    const uint64_t records = sums->bad_records + sums->dangling;

    if (process->problem[0]) {
        warn(&listener, "warning: '%s' cannot be read: %s", process->file, process->problem);
        return;
    }
    if (gau_quality_damage(sums) > 0)
        warn(&listener,
             "warning: '%s' is damaged: %" PRIu64 " block%s missing, %" PRIu64
             " byte%s unreadable, %" PRIu64
             " record%s with impossible values left out; the rest is shown",
             process->file, sums->missing_blocks, plural(sums->missing_blocks), bytes,
             plural(bytes), records, plural(records));
    if (sums->unknown > 0)
        warn(&listener, "warning: '%s' has %" PRIu64 " record%s of a later gaudit, left out",
             process->file, sums->unknown, plural(sums->unknown));
}

void gau_warnings_of_unknown(double unknown_s, double cpu_s, gau_warnings_say *say, void *to)
{
    const struct listener listener = {.say = say, .to = to};

    if (unknown_s < 0)
        warn(&listener,
             "warning: %.3g s of CPU time is of processes that nobody waited for, as when what "
             "started them was killed: it is not in the %.3g s that samples are compared with",
             -unknown_s, cpu_s);
    else
        warn(
            &listener,
            "warning: %.3g s of %.3g s of CPU time is in no file: of processes that were too short "
            "for a sample or cannot be sampled, such as statically linked ones, or after a file's "
            "end",
            unknown_s, cpu_s);
}
