/* SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"

#include "../child.h"
#include "../shared_options.h"
#include "../signals.h"
#include "../tools.h"
#include "../usage.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct values {
    struct gau_collect_wish wish;
    struct gau_interval interval;
    const char *folder;
    bool dry_run;
};

/* "64M": a whole number of bytes, or of KiB, MiB, GiB. */
static gau_status read_size(void *to, const char *text, const struct gau_option *option,
                            gau_error *err)
{
    static const char units[] = "KMG";
    const uint64_t most = UINT64_C(64) << 30;
    char *end;
    const uint64_t value = strtoull(text, &end, 10);
    const char *const unit = *end ? strchr(units, *end) : NULL;
    const uint64_t bytes = unit ? value << 10 * (unit - units + 1) : value;

    (void)option, (void)err;
    if (!isdigit((unsigned char)text[0]) || (*end && (!unit || end[1])) || value > most ||
        bytes < 1 << 20 || bytes > most)
        return GAU_ERR_USAGE;
    *(uint64_t *)to = bytes;
    return GAU_OK;
}

static const char *const switches[] = {"off", "on", NULL};

static const struct gau_option options[] = {
    {GAU_OPTION_OUTPUT(struct values, folder),
     .more = " (PROGRAM.gaudit, or PROGRAM.2.gaudit ...)"},
    {GAU_OPTION_INTERVAL(struct values, interval), .more = " (10ms)"},
    {GAU_VALUE(struct values, wish.clock, "clock", "CLOCK", gau_read_choice,
               "what makes the samples: auto, perf, timer (auto)"),
     .choices = gau_collect_clocks},
    {GAU_OPTION_START_PAUSED(struct values, wish.start_paused),
     .more = ", until it calls __itt_resume()"},
    {GAU_VALUE(struct values, wish.resume_after_ns, "resume-after", "S", gau_read_seconds,
               "take no samples in the first S seconds"),
     .takes = "seconds from 0.001 to 1000000, such as 2.5"},
    {GAU_VALUE(struct values, wish.follow_child, "follow-child", "on|off", gau_read_choice,
               "also in the processes that PROGRAM starts (on)"),
     .choices = switches},
    {GAU_VALUE(struct values, wish.buffer_bytes, "buffer", "SIZE", read_size,
               "memory for samples that are not yet written, such as 16M (64M)"),
     .takes = "a size from 1M to 64G, such as 16M"},
    {GAU_OPTION_DRY_RUN(struct values, dry_run), .more = ": only say whether PROGRAM could be run"},
    {GAU_OPTION_QUIET(struct values, wish.quiet), .more = ": only complaints"},
    {0},
};

/* PROGRAM.gaudit for bin/PROGRAM. */
static gau_status claim(gau_app_folder *out, const char *folder, const char *program,
                        gau_error *err)
{
    const char *const slash = strrchr(program, '/');
    const char *const name = slash && slash[1] ? slash + 1 : program;

    return gau_collect_folder(out, folder, name, strcspn(name, "/"), err);
}

static int run(int argc, char **argv)
{
    struct values values = {.wish = gau_collect_wish_new()};
    struct gau_collect_wish *const wish = &values.wish;
    gau_app_folder folder;
    gau_error err = {0};
    int status;

    values.interval.ns = wish->interval_ns;
    status = gau_options_read(&gau_tool_collect, argc, argv, &values, NULL);
    if (status != GAU_OPTIONS_READ)
        return status;
    wish->interval_ns = values.interval.ns;
    wish->start_paused |= wish->resume_after_ns > 0;
    if (values.dry_run)
        return gau_collect_run(wish, argv + optind);
    gau_signals_hold(); /* until the folder is a result, or gone */
    if (claim(&folder, values.folder, argv[optind], &err) == GAU_OK) {
        wish->folder = &folder;
        status = gau_collect_run(wish, argv + optind);
        gau_app_folder_close(&folder);
    } else {
        status = gau_usage_failed(&err, GAU_EXIT_USAGE);
    }
    gau_signals_release();
    return status;
}

const struct gau_command gau_tool_collect = {
    .name = "collect",
    .summary = "samples any program: time per task and function",
    .usage = "[OPTION...] [--] PROGRAM [ARGUMENT...]",
    .about =
        "Runs any program and takes samples of where its CPU time goes: by function and, if it\n"
        "carries ITT marks, by task. doc/collect.md explains it.\n",
    .options = options,
    .notes = "exit status: that of PROGRAM, 128 + N if signal N ended it; 1 wrong usage, 125\n"
             "collect itself failed, 126 PROGRAM cannot be run, 127 it is not found\n",
    .operand = "the program",
    .least = 1,
    .most = INT_MAX,
    .program = true,
    .run = run,
};
