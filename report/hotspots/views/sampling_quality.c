/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/hotspots.h"
#include "report/hotspots/shared_samples.h"

#include "documents/document.h"
#include "documents/page.h"
#include "report/samples/sample_quality.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* How good the samples of a result are: the part of the summary that is about them. */

struct sampling {
    struct gau_quality quality;              /* of all files */
    const struct gau_quality_process *first; /* the program that was started */
    double elapsed_s;
    double paused_s; /* of the first */
    double system_s;
    double
        cpu_s; /* compared with sampled_s: user time alone if the clock measures no system time */
    double sampled_s;
    double interval_s;  /* achieved; 0: no samples */
    double nameless_s;  /* sampled in functions that nothing names */
    double collector_s; /* its CPU time */
    uint64_t threads, sampled_threads, processes, sampled_processes; /* see count() */
};

/* --- numbers ------------------------------------------------------------------------------- */

static double number_of(const json_t *document, const char *key, double otherwise)
{
    const json_t *const value = json_object_get(document, key);

    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* A process that called exec() counts once, see symbolized_samples.h. */
static void count(struct sampling *sums, const struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;

    for (uint32_t i = 1; i < profile->thread_count; i++) {
        sums->threads += result->threads[i].first == i;
        sums->sampled_threads += result->threads[i].has_samples;
    }
    for (uint32_t i = 1; i < profile->process_count; i++) {
        sums->processes +=
            result->processes[i].first == i && gau_hotspots_has_begun(&profile->processes[i]);
        sums->sampled_processes += result->processes[i].has_samples;
    }
}

static void add_times(struct sampling *sums, const struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;
    const struct gau_samples_process *const first = &profile->processes[1];
    const double traced = ((double)first->totals.time_ns - (double)first->header.start_ns) / 1e9;
    double user_s = 0;

    for (uint32_t i = 1; i < profile->process_count; i++) {
        const struct gau_samples_process *const process = &profile->processes[i];
        const double end = (double)process->totals.time_ns;

        user_s += (double)process->totals.user_ns / 1e9;
        sums->system_s += (double)process->totals.system_ns / 1e9;
        if (process->totalled)
            sums->elapsed_s = fmax(sums->elapsed_s, (end - (double)result->start_ns) / 1e9);
    }
    if (first->totalled)
        sums->paused_s = fmax(traced - (double)first->totals.collected_ns / 1e9, 0);
    sums->cpu_s = user_s + (first->process.includes_kernel_time ? sums->system_s : 0);
}

/* The parent of the program knows its CPU time to the end, so its document replaces the sums. */
static void add_document(struct sampling *sums, const json_t *collect)
{
    sums->elapsed_s = number_of(collect, "elapsed_s", sums->elapsed_s);
    sums->cpu_s = number_of(collect, "cpu_s", sums->cpu_s);
    sums->system_s = number_of(collect, "system_s", sums->system_s);
}

static void add_samples(struct sampling *sums, struct gau_symbolized_samples *result)
{
    const struct gau_samples *const profile = result->profile;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_samples_sample *const sample = &profile->samples[i];
        const struct gau_source_frame frame = gau_hotspots_frames(result, sample->stack).items[0];
        const enum gau_function_kind kind =
            gau_symbolizer_function(result->symbols, frame.function)->kind;

        if (kind == GAU_FUNCTION_ADDRESS || kind == GAU_FUNCTION_UNKNOWN)
            sums->nameless_s += (double)sample->weight_ns / 1e9;
    }
    for (uint32_t i = 0; i < profile->stack_count; i++)
        gau_hotspots_frames(result, i);
}

static bool read_sums(struct sampling *sums, struct gau_symbolized_samples *result)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;

    *sums = (struct sampling){0};
    if (!gau_quality_of(&sums->quality, result->profile))
        return false;
    sums->first = &sums->quality.processes[0];
    count(sums, result);
    add_times(sums, result);
    add_document(sums, result->collect);
    add_samples(sums, result);
    sums->sampled_s = (double)all->sampled_ns / 1e9;
    sums->interval_s = all->samples ? sums->sampled_s / (double)all->samples : 0;
    sums->collector_s = (double)(all->handler_ns + all->writer_ns) / 1e9;
    return true;
}

/* --- warnings, besides those of gau_symbolized_samples_notes() ------------------------------ */

static double percent(double part, double all)
{
    return all > 0 ? 100 * part / all : 0;
}

/* Each thread may be off by an interval, so only a large difference is a warning. */
static void note_sum(const struct sampling *sums, const struct gau_symbolized_samples *result,
                     struct gau_hotspots_notes *notes)
{
    const double interval = (double)sums->first->process.interval_ns / 1e9;
    const double off = fabs(sums->sampled_s - sums->cpu_s);

    if (!gau_quality_is_unwaited(&sums->quality, sums->cpu_s) &&
        result->profile->pause_count == 0 && !result->profile->processes[1].process.paused &&
        sums->cpu_s > 0 && off > 0.05 * sums->cpu_s && off > 0.05 &&
        off > 2 * interval * (double)result->profile->thread_count)
        gau_hotspots_note(
            notes, "warning: the samples represent %.3g s, but %.3g s of CPU time was used%s",
            sums->sampled_s, sums->cpu_s,
            result->collect ? ": see 'processes' in collect.json" : "");
}

static void note_interval(const struct sampling *sums, struct gau_hotspots_notes *notes)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;
    const double requested = (double)sums->first->process.interval_ns / 1e9;

    if (requested > 0 && sums->interval_s > 1.5 * requested)
        gau_hotspots_note(notes,
                          "warning: a sample was taken every %.3g ms, not every %.3g ms: the clock "
                          "cannot do better, and errors are larger",
                          1e3 * sums->interval_s, 1e3 * requested);
    if (!sums->first->process.includes_kernel_time && sums->first->known && sums->system_s > 0)
        gau_hotspots_note(notes,
                          "warning: samples are of user time only: %.3g s in the kernel are in no "
                          "view",
                          sums->system_s);
    if (all->other_clock > 0)
        gau_hotspots_note(notes,
                          "warning: %" PRIu64 " thread%s had another clock than the one above",
                          all->other_clock, all->other_clock == 1 ? "" : "s");
}

static void note_stacks(const struct sampling *sums, struct gau_hotspots_notes *notes)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;
    const double callers =
        (double)(all->frames_by_cfi + all->frames_by_frame_pointer + all->frames_by_stack_scan);
    const double guessed = percent((double)all->frames_by_stack_scan, callers);
    const double nameless = percent(sums->nameless_s, sums->sampled_s);

    if (guessed > 1)
        gau_hotspots_note(
            notes,
            "warning: %.3g %% of the callers were guessed: code without unwind tables and "
            "frame pointers hides who called it",
            guessed);
    if (nameless > 5)
        gau_hotspots_note(
            notes,
            "warning: %.3g %% of the CPU time is in functions without a name: install "
            "debug information, or try --debuginfod",
            nameless);
}

static void note_tasks(const struct gau_quality_sums *all, struct gau_hotspots_notes *notes)
{
    if (all->unmatched_ends + all->dropped_tasks > 0)
        gau_hotspots_note(notes,
                          "warning: %" PRIu64 " task ends without beginning, %" PRIu64
                          " beginnings not recorded: 'gaudit lint' says where",
                          all->unmatched_ends, all->dropped_tasks);
    if (all->unclosed_tasks > 0)
        gau_hotspots_note(notes, "%" PRIu64 " task%s open when the thread ended",
                          all->unclosed_tasks, all->unclosed_tasks == 1 ? " was" : "s were");
}

static void note_cost(const struct sampling *sums, struct gau_hotspots_notes *notes)
{
    const double cost = percent(sums->collector_s, sums->cpu_s);

    if (cost > 5 && sums->collector_s > 0.05)
        gau_hotspots_note(
            notes,
            "warning: the collector used %.3g %% of the CPU time: a longer --interval "
            "helps",
            cost);
}

/* --- facts --------------------------------------------------------------------------------- */

static void put(const struct gau_facts_table *facts, const char *label, const char *key,
                json_t *value, const char *shown)
{
    if (value)
        gau_facts_table_put(facts, label, key, value, shown);
    else
        gau_fail_memory(facts->page->error, "summary");
    json_decref(value);
}

static void put_count(const struct gau_facts_table *facts, const char *label, const char *key,
                      uint64_t count)
{
    put(facts, label, key, json_integer((json_int_t)count), NULL);
}

static void put_real(const struct gau_facts_table *facts, const char *label, const char *key,
                     double value)
{
    put(facts, label, key, json_real(value), NULL);
}

/* Puts "3 (2 with samples)", since the views of samples count those alone. */
static void put_sampled_count(const struct gau_facts_table *facts, const char *label,
                              const char *key, uint64_t count, uint64_t sampled)
{
    char text[96];

    snprintf(text, sizeof text, "%" PRIu64 " (%" PRIu64 " with samples)", count, sampled);
    put(facts, label, key, json_integer((json_int_t)count), count != sampled ? text : NULL);
}

/* Puts "12 (0.5 %)". */
static void put_part(const struct gau_facts_table *facts, const char *label, const char *key,
                     uint64_t count, uint64_t all)
{
    char text[96];

    snprintf(text, sizeof text, "%" PRIu64 " (%.3g %%)", count,
             all ? 100 * (double)count / (double)all : 0);
    put(facts, label, key, json_integer((json_int_t)count), count ? text : NULL);
}

static void put_clock(const struct gau_facts_table *facts, const struct gau_quality_process *first)
{
    if (!first->known)
        return;
    put(facts, "Clock", "clock", json_string(gau_quality_clock_name(first->process.clock)), NULL);
    if (first->note[0])
        put(facts, "No better clock", "clock_note", gau_document_text(first->note), NULL);
    put_real(facts, "Requested interval", "requested_interval_s",
             (double)first->process.interval_ns / 1e9);
}

/* Puts "1.606 s of 1.612 s (99.6 %)". */
static void put_sampled(const struct gau_facts_table *facts, const struct sampling *sums)
{
    const bool kernel = sums->first->process.includes_kernel_time;
    char text[160], sampled[64], used[64];

    gau_quantity_text(sampled, sizeof sampled, sums->sampled_s, "s");
    gau_quantity_text(used, sizeof used, sums->cpu_s, "s");
    if (sums->cpu_s > 0) /* if 0, the file lacks the record */
        put_real(facts, kernel ? "CPU time used" : "User time used", "cpu_s", sums->cpu_s);
    snprintf(text, sizeof text, "%s of %s (%.1f %%)", sampled, used,
             100 * sums->sampled_s / sums->cpu_s);
    put(facts, "Sampled", "sampled_s", json_real(sums->sampled_s),
        sums->cpu_s > 0 && !gau_quality_is_unwaited(&sums->quality, sums->cpu_s) ? text : sampled);
}

/* The error is that of a share of 50 % if samples are independent; no share has a larger one. */
static void put_precision(const struct gau_facts_table *facts, uint64_t samples)
{
    const double error = samples ? 50 / sqrt((double)samples) : 0;
    char text[96];

    snprintf(text, sizeof text, "%.2g points at 50 %%, if samples are independent", error);
    if (samples > 0)
        put(facts, "Error of a share", "share_error_percent", json_real(error), text);
}

static uint64_t task_types(const struct gau_samples *profile)
{
    uint64_t n = 0;

    for (uint32_t i = 1; i < profile->task_count; i++)
        n += profile->tasks[i].kind != 0;
    return n;
}

static void put_facts(const struct gau_facts_table *facts, const struct sampling *sums,
                      const struct gau_samples *profile)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;
    const uint64_t dropped = all->dropped + all->lost_samples;

    put_real(facts, "Elapsed", "elapsed_s", sums->elapsed_s);
    put_real(facts, "Paused", "paused_s", sums->paused_s);
    put_sampled(facts, sums);
    put_count(facts, "Samples", "samples", all->samples);
    put_clock(facts, sums->first);
    put_real(facts, "Achieved interval", "interval_s", sums->interval_s);
    put_precision(facts, all->samples);
    put_part(facts, "Dropped samples", "dropped", dropped, dropped + all->samples);
    put_part(facts, "Call stacks cut short", "truncated", all->truncated, all->samples);
    put_part(facts, "Frames by stack scan", "frames_by_stack_scan", all->frames_by_stack_scan,
             all->frames_by_stack_scan + all->frames_by_cfi + all->frames_by_frame_pointer);
    put_sampled_count(facts, "Threads", "threads", sums->threads, sums->sampled_threads);
    put_sampled_count(facts, "Processes", "processes", sums->processes, sums->sampled_processes);
    put_count(facts, "Task types", "task_types", task_types(profile));
    put_real(facts, "Used by the collector", "collector_s", sums->collector_s);
}

static void put_notes(const struct gau_facts_table *facts, const struct gau_hotspots_notes *notes)
{
    static const char prefix[] = "warning: ";
    const size_t length = strlen(prefix);
    unsigned warnings = 0;

    for (size_t i = 0; i < notes->count; i++)
        if (strncmp(notes->items[i].text, prefix, length) == 0)
            put(facts, warnings++ ? "" : "Warnings", "warning",
                gau_document_text(notes->items[i].text + length), NULL);
    if (warnings == 0)
        put(facts, "Warnings", "warning", json_null(), "none");
    for (size_t i = 0; i < notes->count; i++)
        if (strncmp(notes->items[i].text, prefix, length) != 0)
            put(facts, "Note", "note", gau_document_text(notes->items[i].text), NULL);
}

/* A folder without samples adds nothing; errors of samples become footers. */
void gau_hotspots_add_sampling(struct gau_page *page, const char *folder)
{
    gau_error error = {0};
    struct gau_hotspots_notes notes = {0};
    struct sampling sums = {0};
    struct gau_symbolized_samples result;
    struct gau_facts_table facts;

    if (!gau_shared_samples_take(&result, folder, page->options, &error)) {
        if (error.status != GAU_ERR_USAGE)
            *page->error = error;
        return;
    }
    facts = gau_facts_table_add(page, "sampling");
    if (facts.table && !read_sums(&sums, &result))
        gau_fail_memory(page->error, "summary");
    if (facts.table && sums.first) {
        note_sum(&sums, &result, &notes);
        note_interval(&sums, &notes);
        note_stacks(&sums, &notes);
        note_tasks(&sums.quality.sums, &notes);
        note_cost(&sums, &notes);
        gau_symbolized_samples_notes(&result, &notes);
        gau_table_title(facts.table, "Samples");
        put_facts(&facts, &sums, result.profile);
        put_notes(&facts, &notes);
    }
    gau_quality_clear(&sums.quality);
    gau_hotspots_notes_clear(&notes);
    gau_shared_samples_give(&result, page->options);
}
