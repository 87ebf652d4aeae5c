/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"
#include "work.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * What is different in A and B before any time is looked at: machines, versions, clocks, workers,
 * windows, options.
 */

enum column { WHAT, SHORT_A, SHORT_B, VALUE_A, VALUE_B, N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {
    [WHAT] = {.name = "Different", .key = "what"},
    [SHORT_A] = {.name = "A", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [SHORT_B] = {.name = "B", .key = "", .shown = GAU_SHOWN_TO_PEOPLE},
    [VALUE_A] = {.name = "a", .key = "a", .shown = GAU_SHOWN_TO_PROGRAMS},
    [VALUE_B] = {.name = "b", .key = "b", .shown = GAU_SHOWN_TO_PROGRAMS},
};

enum { VALUE_SIZE = 400, SHOWN_MOST = 48 };

/* --- texts --------------------------------------------------------------------------------- */

static void set_short(struct gau_table *table, size_t column, const char *text)
{
    char shown[SHOWN_MOST + 8];

    if (!text)
        return;
    if (strlen(text) <= SHOWN_MOST) {
        gau_table_set_text(table, column, text);
        return;
    }
    snprintf(shown, sizeof shown, "%.*s...", SHOWN_MOST, text);
    gau_table_set_text(table, column, shown);
}

static void add_row(struct gau_table *table, const char *what, const char *a, const char *b)
{
    gau_table_row(table, 0);
    gau_table_set_text(table, WHAT, what);
    set_short(table, SHORT_A, a);
    set_short(table, SHORT_B, b);
    gau_table_set_text(table, VALUE_A, a);
    gau_table_set_text(table, VALUE_B, b);
}

static void window_text(const json_t *window, char *text, size_t size)
{
    const json_int_t first = json_integer_value(json_array_get(window, 0));
    const json_int_t end = json_integer_value(json_array_get(window, 1));

    if (end > 0)
        snprintf(text, size, "[%" JSON_INTEGER_FORMAT ", %" JSON_INTEGER_FORMAT ")", first, end);
    else if (first > 1)
        snprintf(text, size, "from %" JSON_INTEGER_FORMAT " on", first);
    else
        snprintf(text, size, "all");
}

/* The value of a key of run.json, "versions.gaudit" being inside another; "": there is none. */
static void value_text(const struct gau_timings *run, const char *key, char *text, size_t size)
{
    const bool version = strncmp(key, "versions.", 9) == 0;
    const json_t *const object = version ? json_object_get(run->run, "versions") : run->run;
    const json_t *const value = json_object_get(object, version ? key + 9 : key);

    text[0] = '\0';
    if (json_is_string(value))
        snprintf(text, size, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_array(value) && strcmp(key, "window") == 0)
        window_text(value, text, size);
}

/* All that the runs of a side have, each once; some, if there are many. */
static void side_text(const struct gau_changes_side *side, const char *key, char *text, size_t size)
{
    char value[VALUE_SIZE];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < side->set.n; i++) {
        const size_t used = strlen(text);

        value_text(&side->set.runs[i], key, value, sizeof value);
        if (!value[0])
            snprintf(value, sizeof value, "unknown");
        if (strstr(text, value))
            continue;
        if (++n > 3) {
            snprintf(text + used, size - used, ", ...");
            return;
        }
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", value);
    }
}

/* --- what is compared ---------------------------------------------------------------------- */

static const struct fact {
    const char *key, *what;
    bool machine;
} facts[] = {
    {"host", "machine", true},
    {"processor", "processor", true},
    {"cores", "processors online", true},
    {"versions.kernel", "kernel", true},
    {"versions.gaudit", "gaudit", false},
    {"versions.libxml2", "libxml2", false},
    {"versions.jansson", "jansson", false},
    {"clock", "clock", false},
    {"workers", "workers", false},
    {"window", "window of events", false},
    {"events", "events", false},
    {"status", "status", false},
};

/* True: machines differ. Runs of one side that differ from each other are told, too. */
static bool add_facts(struct gau_table *table, const struct gau_changes *changes)
{
    char a[2 * VALUE_SIZE], b[2 * VALUE_SIZE];
    bool machines = false;

    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        side_text(&changes->a, facts[i].key, a, sizeof a);
        side_text(&changes->b, facts[i].key, b, sizeof b);
        if (strcmp(a, b) == 0 && !strstr(a, ", "))
            continue;
        add_row(table, facts[i].what, a, b);
        machines |= facts[i].machine;
    }
    return machines;
}

static bool add_options(struct gau_table *table, const struct gau_changes *changes)
{
    struct gau_line_changes lines;
    const bool fits =
        gau_lines_compare(&lines, gau_timings_text(&changes->a.set.runs[0], "options"),
                          gau_timings_text(&changes->b.set.runs[0], "options"));

    for (size_t i = 0; fits && i < lines.n; i++)
        add_row(table, lines.items[i].what, lines.items[i].a, lines.items[i].b);
    gau_line_changes_clear(&lines);
    return fits;
}

/* --- sentences ----------------------------------------------------------------------------- */

static void warn_of_options(struct gau_table *table, const struct gau_changes_side *side)
{
    const char *const first = gau_timings_text(&side->set.runs[0], "options");

    for (size_t i = 1; i < side->set.n; i++)
        if (strcmp(gau_timings_text(&side->set.runs[i], "options"), first) != 0) {
            gau_table_footer(table,
                             "warning: the runs of %s have different options: '%.*s' is not as "
                             "'%.*s'",
                             side->letter, GAU_VIEW_QUOTE(side->set.runs[i].folder),
                             GAU_VIEW_QUOTE(side->set.runs[0].folder));
            return;
        }
}

static void warn_of_unknown(struct gau_table *table, const struct gau_changes_side *side)
{
    for (size_t i = 0; i < side->set.n; i++)
        if (!side->set.runs[i].run) {
            gau_table_footer(table,
                             "warning: '%.*s' has no run.json: where and how it was run is not "
                             "known",
                             GAU_VIEW_QUOTE(side->set.runs[i].folder));
            return;
        }
}

void gau_changes_add_differences(struct gau_changes *changes)
{
    struct gau_table *const table =
        gau_page_add(changes->page, GAU_CHANGES_DIFFERENCES, columns, N_COLUMNS);
    bool machines;

    if (!table)
        return;
    machines = add_facts(table, changes);
    if (!add_options(table, changes))
        gau_changes_no_memory(changes);
    if (gau_table_rows(table) == 0 && gau_changes_for_people(changes))
        add_row(table,
                "nothing: machine, versions, clock, workers, window and options are the same", "",
                "");
    if (machines)
        gau_table_footer(table, "warning: not the same machine: times tell of machines as much as "
                                "of what they ran");
    warn_of_options(table, &changes->a);
    warn_of_options(table, &changes->b);
    warn_of_unknown(table, &changes->a);
    warn_of_unknown(table, &changes->b);
}
