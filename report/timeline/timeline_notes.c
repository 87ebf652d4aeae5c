/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_page.h"
#include "timeline_trace.h"

#include "report/samples/sample_quality.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

bool gau_timeline_has_lanes(const struct gau_timeline *scene)
{
    for (uint32_t i = 0; i < scene->files->count; i++)
        if (scene->files->items[i].is_trace)
            return true;
    return false;
}

const char *gau_timeline_noun(const struct gau_timeline *scene, uint64_t n)
{
    if (gau_timeline_has_lanes(scene))
        return n == 1 ? "call" : "calls";
    return n == 1 ? "entry" : "entries";
}

int gau_timeline_notes(char notes[GAU_TIMELINE_NOTES][200], const struct gau_timeline *scene)
{
    int n = 0;

    if (scene->errors)
        snprintf(notes[n++], 200, "%" PRIu64 " %s ended with an error: outlined in red",
                 scene->errors, gau_timeline_noun(scene, scene->errors));
    if (scene->joined && scene->most_bars == 0)
        snprintf(notes[n++], 200,
                 "%" PRIu64 " %s narrower than 0.75 px are joined with their neighbours",
                 scene->joined, gau_timeline_noun(scene, 2));
    if (scene->left_out)
        snprintf(notes[n++], 200, "%" PRIu64 " %s of further depths, workers or runs are not drawn",
                 scene->left_out, gau_timeline_noun(scene, 2));
    if (scene->early)
        snprintf(notes[n++], 200, "%" PRIu64 " %s before the run: what is before 0 s is not drawn",
                 scene->early, scene->early == 1 ? "call begins" : "calls begin");
    if (scene->open_ends)
        snprintf(notes[n++], 200, "the last calls of %" PRIu64 " lane%s may be missing: hatched",
                 scene->open_ends, scene->open_ends == 1 ? "" : "s");
    if (scene->cut)
        snprintf(notes[n++], 200, "the last line of %s was not complete, and is left out",
                 scene->files->count > 1 ? "a log" : "the log");
    for (int i = 0; i < scene->n_clock_notes; i++)
        snprintf(notes[n++], 200, "%s", scene->clock_notes[i]);
    return n;
}

/* --- what is missing in the files ---------------------------------------------------------- */

struct line {
    char *text;
    size_t size;
    const char *name; /* of the file, if there are several; it was written: "" */
};

static void add_sentence(struct line *line, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Adds one more, behind a semicolon. What does not fit is cut. */
static void add_sentence(struct line *line, const char *format, ...)
{
    size_t length = strlen(line->text);
    va_list args;

    length += (size_t)snprintf(line->text + length, line->size - length, "%s%.100s%s",
                               length ? "; " : "", line->name, line->name[0] ? ": " : "");
    line->name = "";
    if (length >= line->size)
        return;
    va_start(args, format);
    vsnprintf(line->text + length, line->size - length, format, args);
    va_end(args);
}

static void add_warning(void *to, const char *sentence)
{
    static const char start[] = "warning: ";
    const size_t length = sizeof start - 1;

    add_sentence(to, "%s", strncmp(sentence, start, length) == 0 ? sentence + length : sentence);
}

/* The words are those of files of samples. A block that was being written is no damage. */
static void add_damage(struct line *line, const char *name, const struct gau_trace_damage *damage,
                       bool is_refused)
{
    struct gau_quality_process file = {.sums = {.missing_blocks = damage->missing,
                                                .skipped_bytes = damage->bytes_skipped,
                                                .tail_bytes = damage->tail_bytes,
                                                .invalid_records = damage->invalid_records,
                                                .faults = damage->faults,
                                                .dangling_references = damage->dangling_references,
                                                .unknown = damage->unknown,
                                                .misplaced = damage->misplaced,
                                                .misplaced_bytes = damage->misplaced_bytes,
                                                .lost_lanes = damage->lost_lanes},
                                       .lost_lane = damage->lost_lane,
                                       .is_refused = is_refused};

    snprintf(file.file, sizeof file.file, "%s", name);
    gau_warnings_of_file(&file, add_warning, line);
}

static void add_end(struct line *line, const struct gau_timeline_trace *trace)
{
    const struct gau_trace_timeline_totals *const totals = &trace->lanes.totals;
    const uint64_t end = totals->now > trace->lanes.last ? totals->now : trace->lanes.last;
    const double end_s = trace->clock.begin_s + gau_lanes_seconds(&trace->lanes.clock, end);
    char text[GAU_NUMBER_SIZE];

    gau_number_digits_text(text, 4, end_s);
    if (!gau_lanes_have_lists(&trace->lanes) && !totals->ended &&
        trace->lanes.header.content != GAU_TRACE_SAMPLES)
        add_sentence(line, "the process was killed before its first list of entries was written, "
                           "or still runs");
    else if (!trace->lanes.clock.is_known)
        add_sentence(line, "the length of a tick is missing: 1 ns is assumed");
    else if (totals->tick_ns > 0 && !totals->ended)
        add_sentence(line,
                     "the process was killed, or still runs: what happened after %s s is missing",
                     text);
}

static void add_drops(struct line *line, const struct gau_trace_timeline_totals *totals)
{
    if (totals->dropped > 0)
        add_sentence(line,
                     "%" PRIu64 " list%s of entries (%" PRIu64
                     " bytes) %s dropped, as the file could not keep up",
                     totals->dropped, totals->dropped == 1 ? "" : "s", totals->dropped_bytes,
                     totals->dropped == 1 ? "was" : "were");
    if (totals->error > 0)
        add_sentence(line, "the file could not be written: %s", strerror((int)totals->error));
}

void gau_timeline_damage(char *text, size_t size, const struct gau_timeline *scene)
{
    const struct gau_timeline_files *const files = scene->files;

    text[0] = '\0';
    for (uint32_t i = 0; i < files->count; i++) {
        const struct gau_timeline_trace *const trace = &scene->traces[i];
        struct line line = {text, size, files->count > 1 ? files->items[i].path : ""};

        if (!files->items[i].is_trace)
            continue;
        add_end(&line, trace);
        add_drops(&line, &trace->lanes.totals);
        add_damage(&line, files->items[i].name, &trace->lanes.damage, scene->is_refused);
    }
}
