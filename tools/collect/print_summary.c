/* SPDX-License-Identifier: Apache-2.0 */
#include "collection.h"

#include "tools/common/usage.h"

#include "documents/launcher_rank.h"
#include "documents/views/views.h"
#include "files/file_replace.h"
#include "report/hotspots/hotspots.h"
#include "report/samples/sample_quality.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Each message is one line; the most important comes first. Ranks of a job say which they are. */
static void say(const char *format, ...) GAU_PRINTF(1, 2);

static void say(const char *format, ...)
{
    struct gau_launcher_rank place;
    char text[PATH_MAX + 512], rank[24] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (gau_launcher_rank_find(&place))
        snprintf(rank, sizeof rank, "rank %d: ", place.rank);
    (void)gau_usage_fail(GAU_EXIT_OK, "%s%s", rank, text);
}

static void say_sentence(void *to, const char *sentence)
{
    (void)to;
    say("%s", sentence);
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* --- samples ------------------------------------------------------------------------------- */

static bool was_paused(const struct gau_collected_run *c)
{
    bool paused = c->settings->start_paused;

    for (size_t i = 0; i < c->quality.count; i++)
        paused |= c->quality.processes[i].was_paused;
    return paused;
}

static bool has_document(const struct gau_collected_run *c, const char *name)
{
    char path[PATH_MAX + 16];

    snprintf(path, sizeof path, "%s/%s.json", c->folder, name);
    return access(path, F_OK) == 0;
}

/* Returns whether samples are missing only before one resume and after one pause. An IttAuditor,
 * whose document is itt.json, makes these around events or sections. */
static bool has_one_period(const struct gau_collected_run *c)
{
    const uint32_t allowed = c->settings->start_paused || has_document(c, "itt");
    bool recorded = false, resumed = false;

    for (size_t i = 0; i < c->quality.count; i++) {
        recorded |= c->quality.processes[i].was_paused;
        resumed |= c->quality.processes[i].resumes > allowed;
    }
    return recorded && c->quality.sums.samples > 0 && !resumed;
}

/* Counts processes, since those that called exec() have several files. */
static uint64_t count_processes(const struct gau_quality *quality)
{
    uint64_t n = 0;

    for (size_t i = 0; i < quality->count; i++) {
        bool again = !quality->processes[i].known;

        for (size_t j = 0; j < i && !again; j++)
            again = quality->processes[j].process.pid == quality->processes[i].process.pid;
        n += !again;
    }
    return n;
}

static void print_samples(const struct gau_collected_run *c)
{
    const struct gau_quality_sums *const sums = &c->quality.sums;
    const struct gau_quality_process *const first = gau_quality_first(&c->quality);
    const uint64_t processes = count_processes(&c->quality);
    const double cpu = gau_collected_run_cpu_s(c), sampled = 1e-9 * (double)sums->sampled_ns;
    char share[64] = "";

    if (was_paused(c) && has_one_period(c))
        snprintf(share, sizeof share, ", without the begin and the end");
    else if (was_paused(c))
        snprintf(share, sizeof share, ", the collection was paused meanwhile");
    else if (gau_quality_is_unwaited(&c->quality, cpu))
        snprintf(share, sizeof share, ", not of all processes");
    else if (cpu > 20e-9 * (double)c->settings->interval_ns)
        snprintf(share, sizeof share, ", %+.1f %%", 100 * (sampled - cpu) / cpu);
    say("%" PRIu64 " sample%s in '%.*s': %.3g s of %.3g s %s time%s; %" PRIu64 " thread%s, %" PRIu64
        " process%s; clock: %s",
        sums->samples, plural(sums->samples), GAU_QUOTE(c->settings->folder->path), sampled, cpu,
        first && !first->process.includes_kernel_time ? "user" : "CPU", share, sums->threads,
        plural(sums->threads), processes, processes == 1 ? "" : "es",
        first ? gau_quality_clock_name(first->process.clock) : "unknown");
}

static void print_no_samples(const struct gau_collected_run *c)
{
    const int wait_status = c->child.wait_status;
    char name[32], reason[256];

    if (c->program.not_sampled_reason[0])
        snprintf(reason, sizeof reason, "%s", c->program.not_sampled_reason);
    else if (WIFSIGNALED(wait_status))
        snprintf(reason, sizeof reason, "the program was ended by %s before there were any",
                 gau_collected_run_signal(WTERMSIG(wait_status), name, sizeof name));
    else
        snprintf(reason, sizeof reason,
                 "the collector did not start, could not write its file, or the program is still "
                 "running in the background");
    say("no samples in '%.*s': %s", GAU_QUOTE(c->settings->folder->path), reason);
}

/* --- warnings ------------------------------------------------------------------------------ */

static double percent_of(uint64_t lost, const struct gau_quality_sums *sums)
{
    return 100 * (double)lost / (double)(sums->dropped + sums->lost_samples + sums->samples);
}

/* A larger buffer helps against dropped samples, not against write errors. */
static void warn_of_losses(const struct gau_quality_sums *sums)
{
    if (sums->dropped > 0)
        say("warning: %" PRIu64 " sample%s lost, %.3g %%: use a larger --buffer or a longer "
            "--interval",
            sums->dropped, sums->dropped == 1 ? " was" : "s were", percent_of(sums->dropped, sums));
    if (sums->truncated * 100 > sums->samples)
        say("warning: %.3g %% of the call stacks are cut short",
            100 * (double)sums->truncated / (double)sums->samples);
    gau_warnings_of_threads(sums, say_sentence, NULL);
}

static void warn_of_file(const struct gau_quality_process *process)
{
    const struct gau_quality_sums *const sums = &process->sums;
    char lost[96] = "";

    if (sums->lost_samples > 0)
        snprintf(lost, sizeof lost, ": %" PRIu64 " sample%s lost, %.3g %%", sums->lost_samples,
                 sums->lost_samples == 1 ? " was" : "s were", percent_of(sums->lost_samples, sums));
    if (process->totals.error)
        say("warning: '%s' could not be written: %s%s", process->file,
            gau_replace_reason((int)process->totals.error), lost);
    gau_warnings_of_file(process, say_sentence, NULL);
}

/* A thread that goes on to the end may deviate by an interval in either direction. What is missing
 * of ended threads is in the samples of threads after them. */
static double allowed_off(const struct gau_collected_run *c)
{
    const struct gau_quality_sums *const sums = &c->quality.sums;
    const double live = (double)(sums->threads - sums->threads_ended);
    const double interval = 1e-9 * (double)c->settings->interval_ns;
    const double apart =
        sums->samples > 0 ? 1e-9 * (double)sums->sampled_ns / (double)sums->samples : 0;

    return 2 * fmax(interval, apart) * sqrt(live + 1);
}

static void warn_of_sum(const struct gau_collected_run *c)
{
    const double cpu = gau_collected_run_cpu_s(c),
                 sampled = 1e-9 * (double)c->quality.sums.sampled_ns;
    const double off = fabs(sampled - cpu), unknown = gau_quality_unknown_s(&c->quality, cpu);

    if (gau_quality_is_unwaited(&c->quality, cpu)) {
        gau_warnings_of_unknown(unknown, cpu, say_sentence, NULL);
        return;
    }
    if (was_paused(c) || !c->settings->follow_child || off <= 0.05 * cpu || off <= 0.05 ||
        off <= allowed_off(c))
        return;
    if (sampled > cpu)
        say("warning: the samples weigh %.3g s, more than the %.3g s of CPU time: see 'processes' "
            "in collect.json",
            sampled, cpu);
    else if (unknown > off / 2 || gau_quality_is_incomplete(&c->quality, cpu))
        gau_warnings_of_unknown(unknown, cpu, say_sentence, NULL);
    else
        say("warning: %.3g s of %.3g s of CPU time is in no sample: see 'processes' in "
            "collect.json",
            off, cpu);
}

static void print_warnings(const struct gau_collected_run *c)
{
    const struct gau_quality *const quality = &c->quality;
    const uint64_t open = quality->count - quality->unreadable - quality->sums.ended;

    warn_of_losses(&quality->sums);
    for (size_t i = 0; i < quality->count; i++)
        warn_of_file(&quality->processes[i]);
    if (open > 0)
        say("warning: %" PRIu64 " of %zu files end%s before the process did: its last samples may "
            "be missing",
            open, quality->count, open == 1 ? "s" : "");
    warn_of_sum(c);
}

/* Says the sentence of a view. The result is written: if it cannot be read, the command that is
 * named says why. */
static void say_answer(const struct gau_collected_run *c, const struct gau_view *view)
{
    const char *const folder = c->folder;
    struct gau_view_options options = {.sentence = true};
    const struct gau_view_request request = {
        .view = view, .name = view->name, .paths = &folder, .path_count = 1, .options = &options};
    gau_error ignored = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (!out)
        return;
    view->write(&request, out, &ignored);
    if (fclose(out) == 0 && ignored.status == GAU_OK && size > 0)
        say("%.*s", (int)strcspn(text, "\n"), text);
    free(text);
}

static void say_see(const char *folder, const char *const *commands, size_t count)
{
    fputs("gaudit: see: ", stderr);
    for (size_t i = 0; i < count; i++) {
        fprintf(stderr, "%sgaudit %s ", i > 0 ? "; " : "", commands[i]);
        gau_word_print(folder, stderr);
    }
    fputc('\n', stderr);
}

/* What the ranks of a job have is one result; the first one says so. */
static void see_ranks(const char *folder)
{
    static const char *const commands[] = {"report ranks", "report hotspots"};

    say_see(folder, commands, sizeof commands / sizeof *commands);
}

/* Above the folder of a rank. */
static void see_ranks_above(const char *path)
{
    const char *const own = strrchr(path, '/');
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%.*s", own ? (int)(own - path) : 1, own ? path : ".");
    see_ranks(folder);
}

/* Prints the answer, and the commands that show more. */
static void print_answer(const struct gau_collected_run *c, bool timed)
{
    const bool sampled = c->quality.sums.samples > 0;
    const char *commands[3];
    size_t count = 0;

    if (timed)
        say_answer(c, &gau_view_timing);
    if (timed && sampled)
        say_answer(c, &gau_view_hotspots);
    if (timed)
        commands[count++] = "report timing";
    if (sampled)
        commands[count++] = "report hotspots";
    if (timed && sampled)
        commands[count++] = "compare";
    if (count > 0)
        say_see(c->settings->folder->path, commands, count);
}

/* Prints what is not there, and why. */
static void print_hints(const struct gau_collected_run *c)
{
    const struct gau_quality_sums *const sums = &c->quality.sums;
    const bool timed = has_document(c, "timer");
    struct gau_launcher_rank place;

    if (sums->samples == 0 && c->settings->start_paused)
        say("the collection began paused, and was not resumed while the program used CPU time");
    if (sums->itt_calls == 0 && sums->samples > 0)
        say("no ITT call was made: all time is outside any task");
    if (c->settings->time && !timed && !has_document(c, "ranks"))
        say("no times: the program has no sections of gaudit (doc/embedding.md), or its own "
            "GAUDIT_AUDITORS has no TimerAuditor");
    if (c->settings->no_hints)
        return;
    if (has_document(c, "ranks"))
        see_ranks(c->settings->folder->path);
    else if (!gau_launcher_rank_find(&place))
        print_answer(c, timed);
    else if (place.rank == 0)
        see_ranks_above(c->settings->folder->path);
}

void gau_collected_run_print_summary(const struct gau_collected_run *c)
{
    const bool quiet = c->settings->quiet;

    if (c->quality.count == 0 &&
        !(quiet && c->program.not_sampled_reason[0])) /* which was printed before */
        print_no_samples(c);
    if (c->quality.count == 0)
        return;
    if (!quiet)
        print_samples(c);
    print_warnings(c);
    if (!quiet)
        print_hints(c);
}
