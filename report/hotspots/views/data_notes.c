/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/symbolized_samples.h"

#include "report/samples/clocks_of_ranks.h"
#include "report/samples/sample_quality.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Takes the text; NULL: memory ran out for it. */
static void add_note(struct gau_hotspots_notes *notes, char *text, bool is_detail)
{
    if (text && gau_array_grow(&notes->items, notes->count, &notes->size, sizeof *notes->items)) {
        notes->items[notes->count++] = (struct gau_hotspots_sentence){text, is_detail};
    } else {
        free(text);
        notes->failed = true;
    }
}

void gau_hotspots_note(struct gau_hotspots_notes *notes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_note(notes, gau_format(format, args), false);
    va_end(args);
}

void gau_hotspots_note_detail(struct gau_hotspots_notes *notes, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_note(notes, gau_format(format, args), true);
    va_end(args);
}

void gau_hotspots_note_kind(struct gau_hotspots_notes *notes, bool is_detail, const char *format,
                            ...)
{
    va_list args;

    va_start(args, format);
    add_note(notes, gau_format(format, args), is_detail);
    va_end(args);
}

void gau_hotspots_notes_clear(struct gau_hotspots_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->items[i].text);
    free(notes->items);
    *notes = (struct gau_hotspots_notes){0};
}

void gau_hotspots_notes_put(const struct gau_hotspots_notes *notes, struct gau_table *table)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].is_detail)
            gau_table_detail(table, NULL, "%s", notes->items[i].text);
        else
            gau_table_footer(table, "%s", notes->items[i].text);
}

void gau_hotspots_notes_print(const struct gau_hotspots_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        fputs("gaudit: ", stderr);
        gau_glyphs_write(notes->items[i].text, stderr);
        fputc('\n', stderr);
    }
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* --- how many ------------------------------------------------------------------------------ */

/* Returns whether all processes were paused from the beginning to the end. */
static bool never_resumed(const struct gau_samples *profile)
{
    for (uint32_t i = 1; i < profile->process_count; i++)
        if (!profile->processes[i].described || !profile->processes[i].process.paused)
            return false;
    for (uint32_t i = 0; i < profile->pause_count; i++)
        if (!profile->pauses[i].paused)
            return false;
    return profile->process_count > 1;
}

/* In an incomplete recording the reason for few samples is unknown. */
static void note_rest(const struct gau_samples *profile, struct gau_hotspots_notes *notes)
{
    if (profile->sample_count == 0)
        gau_hotspots_note(notes, "there are no samples in what can be read");
    else if (profile->sample_count < 30)
        gau_hotspots_note(notes, "there %s only %" PRIu32 " sample%s in what can be read",
                          profile->sample_count == 1 ? "is" : "are", profile->sample_count,
                          plural(profile->sample_count));
}

static bool is_whole(const struct gau_quality *quality)
{
    return quality->unreadable == 0 && gau_quality_damage(&quality->sums) == 0 &&
           quality->sums.ended == quality->count;
}

static void note_count(const struct gau_samples *profile, const struct gau_quality *quality,
                       struct gau_hotspots_notes *notes)
{
    const struct gau_quality_process *const first = gau_quality_first(quality);

    if (!is_whole(quality))
        note_rest(profile, notes);
    else if (profile->sample_count == 0 && never_resumed(profile))
        gau_hotspots_note(notes, "there are no samples: the recording began paused and was never "
                                 "resumed; an IttAuditor resumes at the first event of its window");
    else if (profile->sample_count == 0 && first && first->process.clock == GAU_TRACE_CLOCK_NONE)
        gau_hotspots_note(notes, "there are no samples, since there is no clock: %s", first->note);
    else if (profile->sample_count == 0)
        gau_hotspots_note(notes,
                          "there are no samples: the program used less CPU time than an interval "
                          "while it was recorded; use a shorter --interval");
    else if (profile->sample_count == 1)
        gau_hotspots_note(
            notes, "there is only one sample: record for longer, or use a shorter --interval");
    else if (profile->sample_count < 30)
        gau_hotspots_note(notes,
                          "there are only %" PRIu32
                          " samples: record for longer, or use a shorter --interval",
                          profile->sample_count);
}

/* Task types may be defined in what is missing, or is of a later version. */
static void note_tasks(const struct gau_samples *profile, const struct gau_quality *quality,
                       struct gau_hotspots_notes *notes)
{
    if (profile->sample_count == 0 || profile->task_count > 1)
        return;
    if (is_whole(quality) && quality->sums.unknown == 0)
        gau_hotspots_note_detail(notes, "the program has no ITT tasks: all time is outside any");
    else
        gau_hotspots_note(notes, "there are no ITT tasks in what can be read; there may be some "
                                 "in what is missing");
}

/* --- files --------------------------------------------------------------------------------- */

static void note(void *notes, const char *sentence)
{
    gau_hotspots_note(notes, "%s", sentence);
}

static void note_file(const struct gau_quality_process *process, struct gau_hotspots_notes *notes)
{
    gau_warnings_of_file(process, note, notes);
    if (!process->problem[0] && !process->sums.ended)
        gau_hotspots_note(
            notes, "warning: '%s' ends before the process did: its last samples may be missing",
            process->file);
}

/* --- ranks --------------------------------------------------------------------------------- */

static void note_clocks(const struct gau_symbolized_samples *result,
                        struct gau_hotspots_notes *notes)
{
    char texts[GAU_RANK_CLOCK_NOTES][200];
    struct gau_rank_clocks clocks;
    int n;

    notes->failed |= !gau_rank_clocks_read(&clocks, result->folder);
    n = gau_rank_clocks_notes(texts, &clocks);
    for (int i = 0; i < n; i++)
        gau_hotspots_note_detail(notes, "%s", texts[i]);
    gau_rank_clocks_clear(&clocks);
}

/* --- missing samples ----------------------------------------------------------------------- */

static void note_unknown(const struct gau_symbolized_samples *result,
                         const struct gau_quality *quality, struct gau_hotspots_notes *notes)
{
    const double cpu = json_number_value(json_object_get(result->collect, "cpu_s"));

    if (result->collect && (gau_quality_is_unwaited(quality, cpu) ||
                            (json_is_true(json_object_get(result->collect, "follow_child")) &&
                             gau_quality_is_incomplete(quality, cpu))))
        gau_warnings_of_unknown(gau_quality_unknown_s(quality, cpu), cpu, note, notes);
}

static void note_lost(const struct gau_samples *profile, const struct gau_quality_sums *sums,
                      struct gau_hotspots_notes *notes)
{
    const uint64_t lost = sums->dropped + sums->lost_samples, cut = sums->truncated;
    const bool is_large = cut * 100 > profile->sample_count;
    uint64_t guessed = 0;

    for (uint32_t i = 0; i < profile->sample_count; i++)
        guessed += (profile->samples[i].flags & GAU_TRACE_SAMPLE_GUESSED) != 0;
    if (lost > 0)
        gau_hotspots_note(notes,
                          "warning: %" PRIu64
                          " sample%s lost, %.3g %%: times are too small by that",
                          lost, lost == 1 ? " was" : "s were",
                          100 * (double)lost / (double)(lost + profile->sample_count));
    if (cut > 0)
        gau_hotspots_note_kind(notes, !is_large,
                               "%s%" PRIu64
                               " call stack%s cut short, %.3g %%: the outermost callers are "
                               "missing in them",
                               is_large ? "warning: " : "", cut, cut == 1 ? " is" : "s are",
                               100 * (double)cut / (double)profile->sample_count);
    if (guessed > 0)
        gau_hotspots_note_detail(notes,
                                 "%" PRIu64
                                 " call stack%s a caller that was guessed, %.3g %%: it is in code "
                                 "without unwind tables",
                                 guessed, guessed == 1 ? " has" : "s have",
                                 100 * (double)guessed / (double)profile->sample_count);
}

void gau_symbolized_samples_notes(const struct gau_symbolized_samples *result,
                                  struct gau_hotspots_notes *notes)
{
    struct gau_quality quality;
    const char *warning;

    notes->failed |= !gau_quality_of(&quality, result->profile);
    for (size_t i = 0; i < quality.count; i++)
        note_file(&quality.processes[i], notes);
    note_count(result->profile, &quality, notes);
    note_tasks(result->profile, &quality, notes);
    note_lost(result->profile, &quality.sums, notes);
    gau_warnings_of_threads(&quality.sums, note, notes);
    note_unknown(result, &quality, notes);
    note_clocks(result, notes);
    for (uint32_t i = 0; (warning = gau_symbolizer_warning(result->symbols, i)); i++)
        gau_hotspots_note(notes, "warning: %s", warning);
    gau_quality_clear(&quality);
}
