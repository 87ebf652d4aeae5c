/* SPDX-License-Identifier: Apache-2.0 */
#include "sampling.h"

#include "caches.h"
#include "result.h"
#include "views.h"

#include "report/views/document.h"
#include "report/views/facts.h"
#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* --- numbers ------------------------------------------------------------------------------- */

static double number_of(const json_t *document, const char *key, double otherwise)
{
    const json_t *const value = json_object_get(document, key);

    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* A process that called exec() is one, see caches.h. */
static void count(struct gau_hot_sampling *sums, const struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    const struct gau_hot_caches *const caches = result->caches;

    for (uint32_t i = 1; i < profile->thread_count; i++) {
        sums->threads += caches->threads[i] == i;
        sums->sampled_threads += caches->has_samples[i];
    }
    for (uint32_t i = 1; i < profile->process_count; i++) {
        sums->processes += caches->processes[i] == i && gau_hot_has_begun(&profile->processes[i]);
        sums->sampled_processes += caches->process_has_samples[i];
    }
}

static void add_times(struct gau_hot_sampling *sums, const struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;
    const struct gau_profile_process *const first = &profile->processes[1];
    const double traced = ((double)first->totals.time_ns - (double)first->header.start_ns) / 1e9;
    double user_s = 0;

    for (uint32_t i = 1; i < profile->process_count; i++) {
        const struct gau_profile_process *const process = &profile->processes[i];
        const double end = (double)process->totals.time_ns;

        user_s += (double)process->totals.user_ns / 1e9;
        sums->system_s += (double)process->totals.system_ns / 1e9;
        if (process->totalled)
            sums->elapsed_s = fmax(sums->elapsed_s, (end - (double)result->start_ns) / 1e9);
    }
    if (first->totalled)
        sums->paused_s = fmax(traced - (double)first->totals.collected_ns / 1e9, 0);
    sums->cpu_s = user_s + (first->process.sees_kernel ? sums->system_s : 0);
}

/* The parent of the program knows its CPU time to the end. */
static void add_document(struct gau_hot_sampling *sums, const json_t *collect)
{
    sums->elapsed_s = number_of(collect, "elapsed_s", sums->elapsed_s);
    sums->cpu_s = number_of(collect, "cpu_s", sums->cpu_s);
    sums->system_s = number_of(collect, "system_s", sums->system_s);
}

static void add_samples(struct gau_hot_sampling *sums, struct gau_hot_result *result)
{
    const struct gau_profile *const profile = result->profile;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];
        const struct gau_frame frame = gau_hot_frames(result, sample->stack).items[0];
        const enum gau_function_kind kind =
            gau_symbolizer_function(result->symbols, frame.function)->kind;

        if (kind == GAU_FUNCTION_ADDRESS || kind == GAU_FUNCTION_UNKNOWN)
            sums->nameless_s += (double)sample->weight_ns / 1e9;
    }
    for (uint32_t i = 0; i < profile->stack_count; i++)
        gau_hot_frames(result, i);
}

bool gau_hot_sampling_read(struct gau_hot_sampling *sums, struct gau_hot_result *result)
{
    const struct gau_quality_sums *const all = &sums->quality.sums;

    *sums = (struct gau_hot_sampling){0};
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

void gau_hot_sampling_clear(struct gau_hot_sampling *sums)
{
    gau_quality_clear(&sums->quality);
}

/* --- facts --------------------------------------------------------------------------------- */

static void put(const struct gau_facts *facts, const char *label, const char *key, json_t *value,
                const char *shown)
{
    if (value)
        gau_facts_put(facts, label, key, value, shown);
    else
        gau_view_fail(facts->page->error, GAU_VIEW_FAILED, "no memory for the summary");
    json_decref(value);
}

static void put_count(const struct gau_facts *facts, const char *label, const char *key,
                      uint64_t count)
{
    put(facts, label, key, json_integer((json_int_t)count), NULL);
}

static void put_real(const struct gau_facts *facts, const char *label, const char *key,
                     double value)
{
    put(facts, label, key, json_real(value), NULL);
}

/* "3 (2 with samples)": the views of samples count those alone. */
static void put_sampled_count(const struct gau_facts *facts, const char *label, const char *key,
                              uint64_t count, uint64_t sampled)
{
    char text[96];

    snprintf(text, sizeof text, "%" PRIu64 " (%" PRIu64 " with samples)", count, sampled);
    put(facts, label, key, json_integer((json_int_t)count), count != sampled ? text : NULL);
}

/* "12 (0.5 %)" */
static void put_part(const struct gau_facts *facts, const char *label, const char *key,
                     uint64_t count, uint64_t all)
{
    char text[96];

    snprintf(text, sizeof text, "%" PRIu64 " (%.3g %%)", count,
             all ? 100 * (double)count / (double)all : 0);
    put(facts, label, key, json_integer((json_int_t)count), count ? text : NULL);
}

static void put_clock(const struct gau_facts *facts, const struct gau_quality_process *first)
{
    if (!first->known)
        return;
    put(facts, "Clock", "clock", json_string(gau_quality_clock_name(first->clock)), NULL);
    if (first->note[0])
        put(facts, "No better clock", "clock_note", gau_document_text(first->note), NULL);
    put_real(facts, "Requested interval", "requested_interval_s", (double)first->interval_ns / 1e9);
}

/* "1.606 s of 1.612 s (99.6 %)" */
static void put_sampled(const struct gau_facts *facts, const struct gau_hot_sampling *sums)
{
    const bool kernel = sums->first->sees_kernel;
    char text[160], sampled[64], used[64];

    gau_quantity_text(sampled, sizeof sampled, sums->sampled_s, "s");
    gau_quantity_text(used, sizeof used, sums->cpu_s, "s");
    if (sums->cpu_s > 0) /* else the file ends before it is told */
        put_real(facts, kernel ? "CPU time used" : "User time used", "cpu_s", sums->cpu_s);
    snprintf(text, sizeof text, "%s of %s (%.1f %%)", sampled, used,
             100 * sums->sampled_s / sums->cpu_s);
    put(facts, "Sampled", "sampled_s", json_real(sums->sampled_s),
        sums->cpu_s > 0 ? text : sampled);
}

/* Of independent samples, half of which are in something: no share has a larger error. */
static void put_precision(const struct gau_facts *facts, uint64_t samples)
{
    const double error = samples ? 50 / sqrt((double)samples) : 0;
    char text[96];

    snprintf(text, sizeof text, "%.2g points at 50 %%, if samples are independent", error);
    if (samples > 0)
        put(facts, "Error of a share", "share_error_percent", json_real(error), text);
}

static uint64_t task_types(const struct gau_profile *profile)
{
    uint64_t n = 0;

    for (uint32_t i = 1; i < profile->task_count; i++)
        n += profile->tasks[i].kind != 0;
    return n;
}

static void put_facts(const struct gau_facts *facts, const struct gau_hot_sampling *sums,
                      const struct gau_profile *profile)
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
    put_part(facts, "Callers guessed", "callers_guessed", all->by_search,
             all->by_search + all->by_tables + all->by_frames);
    put_sampled_count(facts, "Threads", "threads", sums->threads, sums->sampled_threads);
    put_sampled_count(facts, "Processes", "processes", sums->processes, sums->sampled_processes);
    put_count(facts, "Task types", "task_types", task_types(profile));
    put_real(facts, "Taken by the collector", "collector_s", sums->collector_s);
}

static void put_notes(const struct gau_facts *facts, const struct gau_hot_notes *notes)
{
    static const char prefix[] = "warning: ";
    const size_t length = strlen(prefix);
    unsigned warnings = 0;

    for (size_t i = 0; i < notes->count; i++)
        if (strncmp(notes->items[i], prefix, length) == 0)
            put(facts, warnings++ ? "" : "Warnings", "distrust",
                gau_document_text(notes->items[i] + length), NULL);
    if (warnings == 0)
        put(facts, "Warnings", "distrust", json_null(), "none");
    for (size_t i = 0; i < notes->count; i++)
        if (strncmp(notes->items[i], prefix, length) != 0)
            put(facts, "Note", "note", gau_document_text(notes->items[i]), NULL);
}

/* A folder without samples adds nothing; what is wrong with samples is told. */
void gau_hot_add_sampling(struct gau_page *page, const char *folder)
{
    struct gau_view_error error = {0};
    struct gau_hot_notes notes = {0};
    struct gau_hot_sampling sums = {0};
    struct gau_hot_result result;
    struct gau_facts facts;

    if (!gau_hot_result_open(&result, folder, false, &error)) {
        if (error.status == GAU_VIEW_FAILED)
            gau_view_fail(page->error, error.status, "%s", error.message);
        return;
    }
    facts = gau_facts_add(page, "sampling");
    if (facts.table && !gau_hot_sampling_read(&sums, &result))
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for the summary");
    if (facts.table && sums.first) {
        gau_hot_sampling_notes(&sums, &result, &notes);
        gau_hot_result_notes(&result, &notes);
        gau_table_title(facts.table, "Samples");
        put_facts(&facts, &sums, result.profile);
        put_notes(&facts, &notes);
    }
    gau_hot_sampling_clear(&sums);
    gau_hot_notes_clear(&notes);
    gau_hot_result_clear(&result);
}
