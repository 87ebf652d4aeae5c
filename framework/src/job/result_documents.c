/* SPDX-License-Identifier: Apache-2.0 */
#include "result_documents.h"

#include "app_state.h"

#include "documents/document.h"
#include "table/heap.h"
#include "table/utf8.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gau_result {
    struct gau_results *owner;
    char *name;
    json_t *root;  /* NULL: a document without a component, which ignores its fields */
    json_t *table; /* borrowed from root, NULL outside a table */
    json_t *row;   /* borrowed from table, NULL outside a row */
    bool of_algorithm;
};

struct gau_results {
    struct gau_result **items;
    uint32_t count, size;
    bool no_memory;
    gau_error misuse;     /* the first */
    pthread_mutex_t lock; /* for misuse: before finalize there are several threads */
};

/* --- all documents ------------------------------------------------------------------------- */

struct gau_results *gau_results_new(void)
{
    struct gau_results *const results = calloc(1, sizeof *results);

    if (!results)
        return NULL;
    pthread_mutex_init(&results->lock, NULL);
    return results;
}

__attribute__((__format__(__printf__, 2, 3))) static void note_misuse(struct gau_results *results,
                                                                      const char *format, ...)
{
    char text[sizeof results->misuse.message];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pthread_mutex_lock(&results->lock);
    if (results->misuse.status == GAU_OK)
        gau_error_set(&results->misuse, GAU_ERR_STATE, __FILE__, __LINE__, "%s", text);
    pthread_mutex_unlock(&results->lock);
}

static void free_result(struct gau_result *result)
{
    json_decref(result->root);
    free(result->name);
    free(result);
}

void gau_results_free(struct gau_results *results)
{
    if (!results)
        return;
    for (size_t i = 0; i < results->count; i++)
        free_result(results->items[i]);
    free(results->items);
    pthread_mutex_destroy(&results->lock);
    free(results);
}

size_t gau_results_count(const struct gau_results *results)
{
    return results->count;
}

const char *gau_results_name(const struct gau_results *results, size_t index)
{
    return results->items[index]->name;
}

json_t *gau_results_document(const struct gau_results *results, size_t index)
{
    return results->items[index]->root;
}

bool gau_results_is_of_algorithm(const struct gau_results *results, size_t index)
{
    return results->items[index]->of_algorithm;
}

bool gau_results_have(const struct gau_results *results, const char *kind)
{
    for (size_t i = 0; i < results->count; i++)
        if (gau_document_is(results->items[i]->name, kind))
            return true;
    return false;
}

gau_status gau_results_check(const struct gau_results *results, gau_error *err)
{
    if (results->no_memory)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (results)");
    if (results->misuse.status < 0)
        return gau_error_copy(err, &results->misuse);
    return GAU_OK;
}

/* The first is the failure, the others are appended: all are named. */
static gau_status note_unwritten(json_t *run, const char *name, gau_status before,
                                 const char *message, gau_error *err)
{
    if (run && !gau_document_put_unwritten(run, name))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (description of the run)");
    if (before >= 0)
        return gau_fail(err, GAU_ERR_IO, "%s", message);
    gau_error_append(err, "; %s", message);
    return before;
}

gau_status gau_results_write(const struct gau_results *results, const char *folder, json_t *run,
                             gau_error *err)
{
    gau_status status = GAU_OK;

    GAU_TRY(gau_results_check(results, err));
    for (size_t i = 0; i < results->count; i++) {
        const struct gau_result *const result = results->items[i];
        gau_error error = {0};

        if (gau_document_save(folder, result->name, result->root, &error) != GAU_OK)
            status = note_unwritten(run, result->name, status, error.message, err);
    }
    return status;
}

/* --- names --------------------------------------------------------------------------------- */

enum { NAME_SIZE = 200 }; /* leaves room for what a file name has more */

/*
 * NAME or NAME-INSTANCE in letters, digits, '_', '.', '-', but no dot in front: safe as a file name
 * everywhere, and never empty. @p instance NULL: none.
 */
static void make_safe(char out[NAME_SIZE], const char *name, const char *instance)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

    snprintf(out, NAME_SIZE, "%s%s%s", name, instance ? "-" : "", instance ? instance : "");
    for (char *c = out; *c; c++)
        if (!strchr(safe, *c) || (c == out && *c == '.'))
            *c = '_';
    if (!out[0])
        snprintf(out, NAME_SIZE, "result");
}

char *gau_result_file_path(const gau_context *ctx, const char *name, const char *ending)
{
    const char *const folder = ctx->internal->app->settings.output;
    char file[NAME_SIZE];
    char *path;
    size_t size;

    make_safe(file, name, ctx->internal->has_own_name ? ctx->name : NULL);
    size = strlen(file) + strlen(ending) + (folder ? strlen(folder) : 0) + 3;
    path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s.%s", folder ? folder : "", folder ? "/" : "", file, ending);
    return path;
}

bool gau_result_has_folder(const gau_context *ctx)
{
    return ctx->internal->app->settings.output != NULL;
}

/* The framework and the collector have documents of their own. */
static bool is_taken(const struct gau_results *results, const char *name)
{
    if (strcmp(name, "run") == 0 || strcmp(name, "collect") == 0)
        return true;
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->items[i]->name, name) == 0)
            return true;
    return false;
}

/* A second one of that name is NAME-2, and so on. */
static char *make_name(const struct gau_results *results, const char *name, const char *instance)
{
    char wanted[NAME_SIZE], unique[NAME_SIZE + 24];

    make_safe(wanted, name, instance);
    snprintf(unique, sizeof unique, "%s", wanted);
    for (size_t n = 2; is_taken(results, unique); n++)
        snprintf(unique, sizeof unique, "%s-%zu", wanted, n);
    return strdup(unique);
}

/* --- one document -------------------------------------------------------------------------- */

static struct gau_result *create_result(struct gau_results *results, const char *name,
                                        const char *instance)
{
    struct gau_result *const result = calloc(1, sizeof *result);

    if (!result)
        return NULL;
    result->owner = results;
    result->name = make_name(results, name, instance);
    result->root = json_pack("{s:i}", "schema", GAU_DOCUMENT_SCHEMA);
    if (result->name && result->root &&
        (!instance ||
         json_object_set_new(result->root, "instance", gau_document_text(instance)) == 0))
        return result;
    free_result(result);
    return NULL;
}

gau_result *gau_result_open(gau_context *ctx, const char *name)
{
    static struct gau_result ignored; /* stays empty */
    struct gau_results *const results = ctx->internal->results;
    struct gau_result *result;

    if (!results || ctx->phase != GAU_FINALIZE) {
        gau_error_set(ctx->error, GAU_ERR_STATE, __FILE__, __LINE__,
                      "the result '%.*s' was opened before finalize", GAU_QUOTE(name));
        if (results)
            note_misuse(results, "%.*s: the result '%.*s' was opened before finalize",
                        GAU_QUOTE(ctx->name), GAU_QUOTE(name));
        return &ignored;
    }
    if (ctx->internal->lacks_others)
        note_misuse(results,
                    "%.*s: the result '%.*s' lacks the data of other threads: its class has no "
                    "merge; give it one",
                    GAU_QUOTE(ctx->name), GAU_QUOTE(name));
    result = gau_array_grow(&results->items, results->count, &results->size, sizeof *results->items)
                 ? create_result(results, name, ctx->internal->has_own_name ? ctx->name : NULL)
                 : NULL;
    results->no_memory |= !result;
    if (!result)
        return &ignored;
    result->of_algorithm = ctx->internal->is_algorithm;
    return results->items[results->count++] = result;
}

/* --- fields -------------------------------------------------------------------------------- */

/* "low" in "GeV" is "low_GeV". The caller frees it; NULL: out of memory. */
static char *make_key(const char *name, const char *unit)
{
    const size_t size = strlen(name) + strlen(unit) + 2;
    char *const text = malloc(size);
    char *key = NULL;

    if (text && snprintf(text, size, "%s%s%s", name, unit[0] ? "_" : "", unit) >= 0)
        key = gau_utf8_clean(text);
    free(text);
    return key;
}

/* Owns @p value; NULL: out of memory. True: it is in the document. */
static bool put_value(gau_result *result, const char *name, const char *unit, json_t *value)
{
    char *const key = result->root ? make_key(name, unit) : NULL;
    const bool ours = key && !result->row && /* what create() has put into the document */
                      (strcmp(key, "schema") == 0 || strcmp(key, "instance") == 0);
    bool done = false;

    if (ours)
        note_misuse(result->owner, "result '%s': the key '%s' is that of the framework",
                    result->name, key);
    if (key && !ours)
        done = json_object_set_new(result->row ? result->row : result->root, key, value) == 0;
    else
        json_decref(value);
    if (result->root && !done && !ours)
        result->owner->no_memory = true;
    free(key);
    return done;
}

void gau_result_boolean(gau_result *result, const char *name, bool value)
{
    put_value(result, name, "", json_boolean(value));
}

void gau_result_integer(gau_result *result, const char *name, const char *unit, int64_t value)
{
    put_value(result, name, unit, json_integer(value));
}

void gau_result_real(gau_result *result, const char *name, const char *unit, double value)
{
    put_value(result, name, unit, isfinite(value) ? json_real(value) : json_null());
}

void gau_result_text(gau_result *result, const char *name, const char *value)
{
    put_value(result, name, "", value ? gau_document_text(value) : json_null());
}

/* --- lists --------------------------------------------------------------------------------- */

/* A list that lacks an element is dropped, which put() treats as out of memory. */
static void put_list(gau_result *result, const char *name, const int64_t *values, size_t n,
                     bool pairs)
{
    json_t *list = json_array();

    for (size_t i = 0; list && i < n; i++) {
        json_t *const element =
            pairs ? json_pack("[I, I]", (json_int_t)values[2 * i], (json_int_t)values[2 * i + 1])
                  : json_integer(values[i]);

        if (json_array_append_new(list, element) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    put_value(result, name, "", list);
}

void gau_result_integers(gau_result *result, const char *name, const int64_t *values, size_t n)
{
    put_list(result, name, values, n, false);
}

void gau_result_pairs(gau_result *result, const char *name, const int64_t *values, size_t n)
{
    put_list(result, name, values, n, true);
}

/* --- tables -------------------------------------------------------------------------------- */

void gau_result_table(gau_result *result, const char *name)
{
    json_t *const table = json_array();

    gau_result_end(result);
    if (put_value(result, name, "", table))
        result->table = table;
}

void gau_result_row(gau_result *result)
{
    if (!result->root)
        return;
    if (!result->table && !result->owner->no_memory)
        note_misuse(result->owner, "result '%s': a row was started outside a table", result->name);
    result->row = result->table ? json_object() : NULL;
    if (result->table && json_array_append_new(result->table, result->row) != 0) {
        result->row = NULL;
        result->owner->no_memory = true;
    }
}

void gau_result_end(gau_result *result)
{
    if (result->root)
        result->table = result->row = NULL;
}
