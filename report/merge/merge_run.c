/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_run.h"

#include "merge_options.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a row per result ------------------------------------------------------------------------ */

/* "input" is a number of the input with its files and seed. */
static bool put_events(json_t *row, const json_t *run)
{
    const char *const options = json_string_value(json_object_get(run, "options"));
    char text[32];

    if (!json_is_array(json_object_get(run, "event_window")) || json_object_get(row, "rank") ||
        !options)
        return true;
    snprintf(text, sizeof text, "%08" PRIx32, (uint32_t)gau_merge_options_input(options));
    return json_object_set(row, "event_window", json_object_get(run, "event_window")) == 0 &&
           gau_document_put_text(row, "input", text);
}

static bool put_end(json_t *row, const json_t *run)
{
    static const char *const keys[] = {"failure_reason", "exit_status"};
    const char *const status = json_string_value(json_object_get(run, "status"));
    bool put = true;

    for (size_t i = 0; put && status && strcmp(status, "finished") != 0 && i < 2; i++)
        if (json_object_get(run, keys[i]))
            put = json_object_set(row, keys[i], json_object_get(run, keys[i])) == 0;
    return put;
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

/* Arguments of a program may differ between results, and then there is no command of all. */
static bool put_program(json_t *run)
{
    char name[256];

    if (json_is_string(json_object_get(run, "options")) ||
        !json_is_string(json_object_get(run, "command")))
        return true;
    program_of(name, sizeof name, run);
    return gau_document_put_text(run, "program", name);
}

bool gau_merge_run_prepare(json_t *run, const char *source)
{
    static const char *const keys[] = {"rank",   "host",   "start_time", "wall_s",
                                       "user_s", "status", "events"};
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
    put = put && put_events(row, run) && put_end(row, run) && put_program(run);
    for (size_t i = 0; i < sizeof of_rank / sizeof *of_rank; i++)
        json_object_del(run, of_rank[i]);
    return json_object_set_new(run, "results", json_pack("[o]", row)) == 0 && put;
}

/* --- the same job ---------------------------------------------------------------------------- */

#define ALL_THE_SAME "--different-jobs merges them all the same"

static void refuse_options(const struct gau_merge_options_difference *difference,
                           const char *first_source, const char *source, gau_error *error)
{
    if (difference->property[0])
        gau_fail_first(error, GAU_ERR_USAGE, "%s is %s in '%.*s', and %s in '%.*s'; " ALL_THE_SAME,
                       difference->property, difference->values[1], GAU_QUOTE(source),
                       difference->values[0], GAU_QUOTE(first_source));
    else
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' is of another job than '%.*s': its components differ; " ALL_THE_SAME,
                       GAU_QUOTE(source), GAU_QUOTE(first_source));
}

static bool check_options(const char *first, const char *first_source, const char *options,
                          const char *source, gau_error *error)
{
    struct gau_merge_options_difference difference;

    switch (gau_merge_options_compare(first, options, &difference, NULL)) {
    case GAU_MERGE_OPTIONS_SAME: return true;
    case GAU_MERGE_OPTIONS_DIFFER:
        refuse_options(&difference, first_source, source, error);
        return false;
    case GAU_MERGE_OPTIONS_NO_MEMORY: break;
    }
    gau_fail_memory(error, "options of results");
    return false;
}

static bool check_program(const json_t *first, const char *first_source, const json_t *run,
                          const char *source, gau_error *error)
{
    const char *const left = json_string_value(json_object_get(first, "program")),
                      *const right = json_string_value(json_object_get(run, "program"));

    if (!left || !right || strcmp(left, right) == 0)
        return true;
    gau_fail_first(error, GAU_ERR_USAGE,
                   "'%.*s' is of the program '%s', and '%.*s' of '%s'; " ALL_THE_SAME,
                   GAU_QUOTE(source), right, GAU_QUOTE(first_source), left);
    return false;
}

bool gau_merge_run_check_job(const json_t *first, const char *first_source, const json_t *run,
                             const char *source, gau_error *error)
{
    const char *const a = json_string_value(json_object_get(first, "options")),
                      *const b = json_string_value(json_object_get(run, "options"));

    if (a && b)
        return check_options(a, first_source, b, source, error);
    if (!a && !b)
        return check_program(first, first_source, run, source, error);
    gau_fail_first(error, GAU_ERR_USAGE,
                   "'%.*s' has no options of one job, and '%.*s' has; " ALL_THE_SAME,
                   GAU_QUOTE(a ? source : first_source), GAU_QUOTE(a ? first_source : source));
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

/* A run that has finished has so many events from its first one on. */
static void read_window(struct gau_merge_seen_run *run, const json_t *row)
{
    const json_t *const window = json_object_get(row, "event_window"), *const events =
                                                                           json_object_get(
                                                                               row, "events");
    const char *const input = json_string_value(json_object_get(row, "input"));

    if (json_array_size(window) != 2 || !input)
        return;
    run->input = (uint32_t)strtoul(input, NULL, 16);
    run->first = json_integer_value(json_array_get(window, 0));
    run->end = json_integer_value(json_array_get(window, 1));
    if (json_is_integer(events) && strcmp(run->status, "finished") == 0)
        run->end = run->first + json_integer_value(events);
}

static bool put_run(struct gau_merge_runs *runs, struct gau_merge_seen_run *run, const json_t *row,
                    const char *source)
{
    const char *const status = json_string_value(json_object_get(row, "status")),
                      *const name = json_string_value(json_object_get(row, "result"));

    run->source = strdup(source);
    run->status = strdup(status ? status : "finished");
    run->name = strdup(name ? name : source);
    if (!run->source || !run->status || !run->name ||
        !gau_array_grow(&runs->items, runs->n, &runs->size, sizeof *runs->items))
        return false;
    read_window(run, row);
    runs->items[runs->n++] = *run;
    return true;
}

static void clear_run(struct gau_merge_seen_run *run)
{
    free(run->identity);
    free(run->source);
    free(run->status);
    free(run->name);
}

static bool add_run(struct gau_merge_runs *runs, const json_t *row, const char *source,
                    gau_error *error)
{
    struct gau_merge_seen_run run = {.identity = identity_of(row)};
    const uint64_t hash = run.identity ? gau_map_hash(run.identity) : 0;
    const char *const first = run.identity ? source_of(runs, run.identity, hash) : NULL;

    if (first) {
        refuse_twice(first, source, error);
        clear_run(&run);
        return false;
    }
    if (!run.identity || !put_run(runs, &run, row, source)) {
        clear_run(&run);
        gau_fail_memory(error, "runs of results");
        return false;
    }
    if (gau_map_add(&runs->by_identity, hash, runs->n))
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
    for (uint32_t i = 0; i < runs->n; i++)
        clear_run(&runs->items[i]);
    free(runs->items);
    gau_map_clear(&runs->by_identity);
    *runs = (struct gau_merge_runs){0};
}
