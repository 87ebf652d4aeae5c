/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "report/hotspots/shared_samples.h"

#include "documents/branch_groups.h"
#include "documents/document.h"
#include "table/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- one view ------------------------------------------------------------------------------ */

/* If no sample passes the filters, that is a note and no error. */
static bool check_whole(const struct gau_hotspots_table *table,
                        const struct gau_hotspots_grouping *grouping)
{
    return !table->options->relative_to || grouping->groups[0].total.samples == 0 ||
           gau_branch_check_time(table->options->relative_to, (double)grouping->whole.weight_ns,
                                 table->error);
}

/* Returns the percentage of the time that a row of the view has at least. */
static double least_percent(const struct gau_hotspots_table *table)
{
    const struct gau_percent_limit *const limit = &table->options->percent_limit;
    const bool floors = table->view->takes & GAU_VIEW_TAKES_PERCENT_LIMIT &&
                        gau_table_format_is_display(table->options->format) &&
                        !table->options->export && table->options->limit == 0;

    return limit->given ? limit->percent : floors ? 0.5 : 0;
}

/* Other orders than that of time have another answer, and so have parts of branches. */
static bool has_sentence(const struct gau_hotspots_table *table,
                         const struct gau_hotspots_grouping *grouping)
{
    return table->view->preset->has_sentence && table->options->format == GAU_TABLE_TEXT &&
           table->query->sort == GAU_HOTSPOTS_BY_TIME && !table->options->relative_to &&
           grouping->groups[0].total.weight_ns > 0;
}

static void write_groups(struct gau_hotspots_table *table, struct gau_hotspots_query *query)
{
    struct gau_hotspots_grouping grouping;

    if (gau_hotspots_group(&grouping, table->result, query, table->error) &&
        table->options->sentence) {
        gau_hotspots_short_names_make(table);
        if (has_sentence(table, &grouping))
            gau_hotspots_sentence_write(table, &grouping);
    } else if (table->error->status == GAU_OK && check_whole(table, &grouping)) {
        gau_hotspots_table_begin(table, &grouping);
        if (has_sentence(table, &grouping))
            gau_hotspots_sentence_write(table, &grouping);
        gau_hotspots_tree_write(table, &grouping, NULL);
        if (gau_hotspots_table_again(table))
            gau_hotspots_tree_write(table, &grouping, NULL);
        gau_hotspots_table_end(table);
    }
    gau_hotspots_grouping_clear(&grouping);
}

/* Readers split "task;outer;inner 1234" at semicolons and at the last blank. */
static void put_name(const struct gau_hotspots_table *table, const struct gau_hotspots_group *group)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];
    const char *text =
        gau_hotspots_group_text(table->result, table->query, group, room, sizeof room);

    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes[0] == ';' ? ":" : glyph.bytes, table->out);
    }
}

static uint64_t microseconds(uint64_t ns)
{
    return (ns + 500) / 1000;
}

/* Rounding errors are carried over to the next line, so that the sum is right. */
static void put_stacks(struct gau_hotspots_table *table,
                       const struct gau_hotspots_grouping *grouping)
{
    struct gau_hotspots_iterator visit = {.grouping = grouping};
    uint64_t written_ns = 0;

    while (gau_hotspots_iterator_next(&visit)) {
        const uint64_t before = microseconds(written_ns);
        uint64_t count;

        written_ns += visit.group.own.weight_ns;
        count = microseconds(written_ns) - before;
        if (count == 0)
            continue;
        for (uint32_t depth = 1; depth <= visit.depth; depth++) {
            const struct gau_hotspots_group group = gau_hotspots_iterator_at(&visit, depth);

            fputs(depth > 1 ? ";" : "", table->out);
            put_name(table, &group);
        }
        fprintf(table->out, " %" PRIu64 "\n", count);
    }
}

static void write_folded(struct gau_hotspots_table *table, struct gau_hotspots_query *query)
{
    struct gau_hotspots_grouping grouping;

    if (gau_hotspots_group(&grouping, table->result, query, table->error)) {
        put_stacks(table, &grouping);
        gau_hotspots_table_note(table, &grouping);
        gau_symbolized_samples_notes(table->result, &table->notes);
        gau_hotspots_notes_print(&table->notes);
    }
    gau_hotspots_grouping_clear(&grouping);
}

static void put_subjects(struct gau_hotspots_table *table, struct gau_hotspots_query *query,
                         const struct gau_hotspots_matches *subjects)
{
    for (uint32_t i = 0; i < subjects->count; i++) {
        struct gau_hotspots_grouping grouping;

        query->subject = (uint32_t)subjects->items[i]->value;
        if (!gau_hotspots_group(&grouping, table->result, query, table->error))
            return;
        if (query->direction == GAU_HOTSPOTS_LINES_OF)
            gau_hotspots_lines_write(table, &grouping, &subjects->items[i]->own);
        else
            gau_hotspots_tree_write(table, &grouping, &subjects->all);
        gau_hotspots_grouping_clear(&grouping);
    }
}

static void write_subjects(struct gau_hotspots_table *table, struct gau_hotspots_query *query)
{
    struct gau_hotspots_matches subjects;

    if (gau_hotspots_matches_find(&subjects, table->result, table->options->subject, query,
                                  table->error)) {
        gau_hotspots_table_begin(table, &subjects.all);
        gau_hotspots_matches_title(table,
                                   query->direction == GAU_HOTSPOTS_LINES_OF ? "Lines" : "Callers",
                                   &subjects);
        put_subjects(table, query, &subjects);
        if (gau_hotspots_table_again(table))
            put_subjects(table, query, &subjects);
        gau_hotspots_table_end(table);
    }
    gau_hotspots_grouping_clear(&subjects.all);
}

const struct gau_view_export gau_hotspots_folded = {.name = "folded"};

static void write_table(struct gau_hotspots_table *table)
{
    const struct gau_hotspots_preset *const preset = table->view->preset;
    const bool folded = table->options->export;
    struct gau_hotspots_query query;

    table->query = &query;
    if (gau_hotspots_query_read(&query, table->options,
                                folded ? GAU_HOTSPOTS_FOLDED_KEYS : preset->keys, table->result,
                                table->error)) {
        query.direction = preset->direction;
        query.least_percent = least_percent(table);
        query.top_down = folded || preset->top_down;
        if (folded)
            write_folded(table, &query);
        else if (table->view->argument)
            write_subjects(table, &query);
        else
            write_groups(table, &query);
    }
    gau_hotspots_table_clear(table);
    gau_hotspots_filter_clear(&query.filter);
}

void gau_hotspots_write(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_symbolized_samples result;
    struct gau_hotspots_table table = {.result = &result,
                                       .options = request->options,
                                       .view = request->view,
                                       .out = out,
                                       .error = error};

    if (!gau_shared_samples_take(&result, request->paths[0], request->options, error))
        return;
    gau_hotspots_show(&result, gau_hotspots_shown_of(request->options, request->view->argument));
    write_table(&table);
    gau_shared_samples_give(&result, request->options);
}

/* --- delimiters of CSV --------------------------------------------------------------------- */

bool gau_hotspots_delimiter_read(const char **out, const char *text, gau_error *error)
{
    static const char *const names[][2] = {
        {"comma", ","}, {"tab", "\t"}, {"semicolon", ";"}, {"colon", ":"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i][0]) == 0) {
            *out = names[i][1];
            return true;
        }
    }
    *out = text;
    if (text[0] && !text[strcspn(text, "\"\r\n.+-0123456789"
                                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")])
        return true;
    gau_fail_first(error, GAU_ERR_USAGE,
                   "a delimiter is comma, tab, semicolon, colon, or characters that are in no "
                   "number or word, not '%.*s'",
                   GAU_QUOTE(text));
    return false;
}
