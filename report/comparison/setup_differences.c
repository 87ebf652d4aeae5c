/* SPDX-License-Identifier: Apache-2.0 */
#include "setup_differences.h"

#include "documents/page.h"
#include "report/timings/run_metadata.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 3, VALUE_SIZE = 800 };

static bool put_difference(struct gau_differences *out, const char *key, const char *what,
                           const char *a, const char *b)
{
    struct gau_difference *item;

    if (!gau_array_grow(&out->items, out->n, &out->size, sizeof *out->items))
        return false;
    item = &out->items[out->n++];
    *item = (struct gau_difference){
        .key = key, .what = strdup(what), .a = a ? strdup(a) : NULL, .b = b ? strdup(b) : NULL};
    return item->what && (item->a || !a) && (item->b || !b);
}

void gau_differences_clear(struct gau_differences *differences)
{
    for (size_t i = 0; i < differences->n; i++) {
        free(differences->items[i].what);
        free(differences->items[i].a);
        free(differences->items[i].b);
    }
    free(differences->items);
    *differences = (struct gau_differences){0};
}

bool gau_differences_have(const struct gau_differences *differences, const char *key)
{
    for (size_t i = 0; i < differences->n; i++)
        if (differences->items[i].key && strcmp(differences->items[i].key, key) == 0)
            return true;
    return false;
}

/* --- what is compared ---------------------------------------------------------------------- */

/* Returns whether two known values are not the same, of whichever runs. */
static bool sides_differ(json_t *const sides[2])
{
    const char *known = NULL;

    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < json_array_size(sides[side]); i++) {
            const char *const value = json_string_value(json_array_get(sides[side], i));

            if (known && value[0] && strcmp(value, known) != 0)
                return true;
            if (!known && value[0])
                known = value;
        }
    return false;
}

static bool add_fact(struct gau_differences *out, const struct gau_timer_result_set sets[2],
                     const struct gau_run_metadata_field *fact)
{
    json_t *const sides[2] = {gau_run_metadata_read(&sets[0], fact->key),
                              gau_run_metadata_read(&sets[1], fact->key)};
    char a[VALUE_SIZE], b[VALUE_SIZE];
    bool fits = sides[0] && sides[1];

    if (fits && sides_differ(sides)) {
        gau_run_metadata_text(a, sizeof a, sides[0], VALUES_MOST);
        gau_run_metadata_text(b, sizeof b, sides[1], VALUES_MOST);
        fits = put_difference(out, fact->key, fact->what, a, b);
    }
    json_decref(sides[0]);
    json_decref(sides[1]);
    return fits;
}

/* Builds are compared if there are samples, which know the files that were run. */
static bool add_builds(struct gau_differences *out,
                       const struct gau_function_times_functions *sampled)
{
    bool fits = true;

    for (uint32_t i = 0; fits && sampled && i < sampled->n_rebuilt; i++) {
        const struct gau_function_times_rebuilt *const rebuilt = &sampled->rebuilt[i];
        char what[VALUE_SIZE];

        snprintf(what, sizeof what, "build of %.*s", GAU_QUOTE(rebuilt->module));
        fits = put_difference(out, NULL, what, rebuilt->ids[0], rebuilt->ids[1]);
    }
    return fits;
}

/* --- options ------------------------------------------------------------------------------- */

enum { DEPTH_MOST = 64 };

/* Lines that are indented more than an element are in it. */
struct element {
    size_t indent;
    const char *name; /* else its type, else its tag; not terminated */
    size_t length;
};

/* Returns NULL if the line does not have the attribute. */
static const char *find_attribute(size_t *length, const char *line, const char *key)
{
    const char *const at = strstr(line, key), *const value = at ? at + strlen(key) : NULL;

    *length = value ? strcspn(value, "\"") : 0;
    return value && value[*length] ? value : NULL;
}

static struct element read_element(const char *line, size_t indent)
{
    struct element element = {.indent = indent};

    element.name = find_attribute(&element.length, line, " name=\"");
    if (!element.name)
        element.name = find_attribute(&element.length, line, " type=\"");
    if (!element.name) {
        element.name = line + 1;
        element.length = strcspn(line + 1, " ");
    }
    return element;
}

/* Puts "FastTracking.Microseconds" with its value. The key of another line is "in Hlt" and the
 * line. */
static bool add_line(json_t *lines, const struct element *around, const char *line)
{
    size_t n_name, n_value;
    const bool property = strncmp(line, "<property ", 10) == 0;
    const char *const name = find_attribute(&n_name, line, " name=\"");
    const char *const value = find_attribute(&n_value, line, " value=\"");
    const int n = (int)around->length;
    json_t *const key = property && name && value
                            ? json_sprintf("%.*s.%.*s", n, around->name, (int)n_name, name)
                            : json_sprintf("in %.*s\n%s", n, around->name, line);
    json_t *const text = property && name && value
                             ? json_stringn(value, n_value)
                             : json_sprintf("%s%s", line, *line == '<' ? ">" : "");
    const bool fits = json_object_set(lines, json_string_value(key), text) == 0;

    json_decref(key);
    json_decref(text);
    return fits;
}

/* Elements begin alike with and without a content, and their ends say nothing. The text is cut. */
static bool read_lines(json_t *lines, char *text)
{
    struct element around[DEPTH_MOST] = {{0, "options", 7}};
    size_t depth = 0;
    char *rest;
    bool fits = true;

    for (char *line = strtok_r(text, "\n", &rest); fits && line;
         line = strtok_r(NULL, "\n", &rest)) {
        const size_t indent = strspn(line, " \t");
        size_t length = strlen(line += indent);

        while (length > 0 && strchr(" \t\r/>", line[length - 1]))
            line[--length] = '\0';
        if (length == 0 || strncmp(line, "</", 2) == 0)
            continue;
        while (depth > 0 && around[depth].indent >= indent)
            depth--;
        fits = add_line(lines, &around[depth], line);
        if (*line == '<' && depth + 1 < DEPTH_MOST)
            around[++depth] = read_element(line, indent);
    }
    return fits;
}

static json_t *lines_of(const char *options)
{
    json_t *const lines = json_object();
    char *const text = strdup(options);
    const bool fits = lines && text && read_lines(lines, text);

    free(text);
    if (fits)
        return lines;
    json_decref(lines);
    return NULL;
}

/* Puts what @p these have and @p others have not or have otherwise; @p second: these are the
 * candidate's. */
static bool put_lines(struct gau_differences *out, json_t *these, const json_t *others, bool second)
{
    const char *key;
    json_t *value;

    json_object_foreach(these, key, value)
    {
        const char *const other = json_string_value(json_object_get(others, key));
        const char *const text = json_string_value(value);
        char what[VALUE_SIZE];

        if (other && (second || strcmp(other, text) == 0))
            continue;
        snprintf(what, sizeof what, "%.*s", (int)strcspn(key, "\n"), key);
        if (!put_difference(out, NULL, what, second ? NULL : text, second ? text : other))
            return false;
    }
    return true;
}

bool gau_differences_add_options(struct gau_differences *out, const char *a, const char *b)
{
    const size_t before = out->n;
    json_t *const left = lines_of(a), *const right = lines_of(b);
    bool fits =
        left && right && put_lines(out, left, right, false) && put_lines(out, right, left, true);

    if (fits && out->n == before && strcmp(a, b) != 0)
        fits = put_difference(out, NULL, "options", "the same lines", "in another order");
    json_decref(left);
    json_decref(right);
    return fits;
}

bool gau_differences_find(struct gau_differences *out, const struct gau_timer_result_set sets[2],
                          const struct gau_function_times_functions *sampled)
{
    *out = (struct gau_differences){0};
    for (size_t i = 0; i < GAU_RUN_METADATA_FIELDS; i++)
        if (!add_fact(out, sets, &gau_run_metadata_fields[i]))
            return false;
    return add_builds(out, sampled) &&
           gau_differences_add_options(out, gau_timer_result_text(&sets[0].runs[0], "options"),
                                       gau_timer_result_text(&sets[1].runs[0], "options"));
}

/* --- environments -------------------------------------------------------------------------- */

static const char *value_of(const char *variable)
{
    const char *const equals = strchr(variable, '=');

    return equals ? equals + 1 : NULL;
}

bool gau_differences_add_variables(struct gau_differences *out, char *const *const variables[2])
{
    bool fits = true;

    for (size_t i = 0; fits && variables[0] && variables[0][i]; i++) {
        const char *const a = variables[0][i], *const b = variables[1][i];
        char what[VALUE_SIZE];

        snprintf(what, sizeof what, "env:%.*s", (int)strcspn(a, "="), a);
        fits =
            strcmp(a, b) == 0 || put_difference(out, "environment", what, value_of(a), value_of(b));
    }
    return fits;
}

/* --- the table ----------------------------------------------------------------------------- */

#define COLUMNS(COLUMN)                                                         \
    COLUMN(WHAT, {.name = "Different", .key = "setting", .shortened = true})    \
    COLUMN(VALUE_A, {.name = "Baseline", .key = "baseline", .shortened = true}) \
    COLUMN(VALUE_B, {.name = "Candidate", .key = "candidate", .shortened = true})

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

struct gau_table *gau_differences_add(struct gau_page *page,
                                      const struct gau_differences *differences)
{
    struct gau_table *const table = gau_page_add(page, "differences", columns, N_COLUMNS);
    const bool is_display = gau_table_format_is_display(page->options->format);

    for (size_t i = 0; table && i < differences->n; i++) {
        const struct gau_difference *const item = &differences->items[i];

        gau_table_row(table, 0);
        gau_table_set_text(table, WHAT, item->what);
        gau_table_set_text(table, VALUE_A, item->a || !is_display ? item->a : "-");
        gau_table_set_text(table, VALUE_B, item->b || !is_display ? item->b : "-");
    }
    if (table && differences->n == 0 && is_display) {
        gau_table_row(table, 0);
        gau_table_set_text(table, WHAT, "nothing");
        gau_table_detail(table, "",
                         "machine, versions, clock, workers, event window, command and "
                         "options are the same");
    }
    return table;
}
