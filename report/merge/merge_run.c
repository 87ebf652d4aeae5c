/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_run.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

/* --- a row per result ------------------------------------------------------------------------ */

bool gau_merge_run_prepare(json_t *run, const char *source)
{
    static const char *const keys[] = {"rank",           "host",   "start_time",
                                       "wall_s",         "user_s", "system_s",
                                       "peak_rss_bytes", "status", "failure_reason",
                                       "exit_status",    "events", "accepted"};
    static const char *const of_rank[] = {"rank", "clock_identity", "clock_offsets"};
    json_t *row;
    bool put;

    if (json_object_get(run, "results"))
        return true;
    row = json_object();
    put = row && gau_document_put_text(row, "result", source);
    for (size_t i = 0; put && i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(run, keys[i]))
            put = json_object_set(row, keys[i], json_object_get(run, keys[i])) == 0;
    for (size_t i = 0; i < sizeof of_rank / sizeof *of_rank; i++)
        json_object_del(run, of_rank[i]);
    return json_object_set_new(run, "results", json_pack("[o]", row)) == 0 && put;
}

/* --- the same job ---------------------------------------------------------------------------- */

/* Returns the lines of the components, without the values of their properties; to be freed. */
static char *components_of(const char *options)
{
    char *const text = strdup(options);
    char *to = text;

    for (const char *line = options; text && *line;) {
        const size_t length = strcspn(line, "\n"), left = strspn(line, " ");

        if (strncmp(line + left, "<property", 9) != 0) {
            memcpy(to, line, length);
            to += length;
            *to++ = '\n';
        }
        line += length + (line[length] == '\n');
    }
    if (text)
        *to = '\0';
    return text;
}

static bool have_same_components(const char *a, const char *b)
{
    char *const left = components_of(a), *const right = components_of(b);
    const bool same = left && right && strcmp(left, right) == 0;

    free(left);
    free(right);
    return same;
}

/* The name of the program's file, which ends the first word. */
static void program_of(char *name, size_t size, const json_t *run)
{
    const char *const command = json_string_value(json_object_get(run, "command"));
    const char *const text = command ? command : "";
    const size_t length = strcspn(text, " ");
    size_t begin = length;

    while (begin > 0 && text[begin - 1] != '/')
        begin--;
    snprintf(name, size, "%.*s", (int)(length - begin), text + begin);
}

bool gau_merge_run_check_job(const json_t *first, const char *first_source, const json_t *run,
                             const char *source, gau_error *error)
{
    const char *const a = json_string_value(json_object_get(first, "options")),
                      *const b = json_string_value(json_object_get(run, "options"));
    const json_t *const command_a = json_object_get(first, "command"), *const command_b =
                                                                           json_object_get(
                                                                               run, "command");
    char left[256], right[256];

    program_of(left, sizeof left, first);
    program_of(right, sizeof right, run);
    if (a && b
            ? have_same_components(a, b)
            : !json_is_string(command_a) || !json_is_string(command_b) || strcmp(left, right) == 0)
        return true;
    if (a && b)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is of another job than '%.*s': its components differ; "
                       "--different-jobs merges them all the same",
                       GAU_QUOTE(source), GAU_QUOTE(first_source));
    else
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is of the program '%s', and '%.*s' of '%s'; --different-jobs merges "
                       "them all the same",
                       GAU_QUOTE(source), right, GAU_QUOTE(first_source), left);
    return false;
}

/* --- each once ------------------------------------------------------------------------------- */

/* When, where and for how long it ran: what two runs do not have in common. */
static char *identity_of(const json_t *row)
{
    json_t *const parts = json_pack("[O?, O?, O?, O?, O?]", json_object_get(row, "start_time"),
                                    json_object_get(row, "host"), json_object_get(row, "rank"),
                                    json_object_get(row, "wall_s"), json_object_get(row, "user_s"));
    char *const text = parts ? json_dumps(parts, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

    json_decref(parts);
    return text;
}

static const char *source_of(const struct gau_merge_runs *runs, const char *identity, uint64_t hash)
{
    uint32_t at;

    for (uint32_t step = 0; (at = gau_map_next(&runs->by_identity, hash, &step));)
        if (strcmp(runs->items[at - 1].identity, identity) == 0)
            return runs->items[at - 1].source;
    return NULL;
}

static void refuse_twice(const char *first, const char *source, gau_error *error)
{
    if (strcmp(first, source) == 0)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' was given twice", GAU_QUOTE(source));
    else
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' and '%.*s' have the same run",
                       GAU_QUOTE(first), GAU_QUOTE(source));
}

static bool add_run(struct gau_merge_runs *runs, const json_t *row, const char *source,
                    gau_error *error)
{
    char *const identity = identity_of(row);
    const uint64_t hash = identity ? gau_map_hash(identity) : 0;
    const char *const first = identity ? source_of(runs, identity, hash) : NULL;

    if (first) {
        refuse_twice(first, source, error);
        free(identity);
        return false;
    }
    if (!identity || !gau_array_grow(&runs->items, runs->n, &runs->size, sizeof *runs->items)) {
        free(identity);
        gau_fail_memory(error, "runs of results");
        return false;
    }
    runs->items[runs->n++] = (struct gau_merge_seen_run){identity, strdup(source)};
    if (runs->items[runs->n - 1].source && gau_map_add(&runs->by_identity, hash, runs->n))
        return true;
    gau_fail_memory(error, "runs of results");
    return false;
}

bool gau_merge_runs_add(struct gau_merge_runs *runs, const json_t *run, const char *source,
                        gau_error *error)
{
    const json_t *const rows = json_object_get(run, "results");

    for (size_t i = 0; i < json_array_size(rows); i++)
        if (!add_run(runs, json_array_get(rows, i), source, error))
            return false;
    return true;
}

void gau_merge_runs_clear(struct gau_merge_runs *runs)
{
    for (uint32_t i = 0; i < runs->n; i++) {
        free(runs->items[i].identity);
        free(runs->items[i].source);
    }
    free(runs->items);
    gau_map_clear(&runs->by_identity);
    *runs = (struct gau_merge_runs){0};
}
