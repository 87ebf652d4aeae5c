/* SPDX-License-Identifier: Apache-2.0 */
#include "result_documents.h"

#include "app_state.h"

#include "documents/document.h"
#include "documents/document_writer.h"
#include "table/heap.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gau_result {
    struct gau_results *owner;
    char *name;
    struct gau_document_writer *writer; /* NULL: without a component, it ignores its fields */
    json_t *tree;                       /* what was written, once it was asked for */
    bool in_row;
    bool of_algorithm;
};

struct gau_results {
    struct gau_result **items;
    uint32_t count, size;
    const char *folder; /* borrowed; NULL: not known */
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

/* It would lack what is put into the document now. */
static void forget_tree(struct gau_result *result)
{
    json_decref(result->tree);
    result->tree = NULL;
}

static void free_result(struct gau_result *result)
{
    forget_tree(result);
    gau_document_writer_free(result->writer);
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

void gau_results_set_folder(struct gau_results *results, const char *folder)
{
    results->folder = folder;
}

size_t gau_results_count(const struct gau_results *results)
{
    return results->count;
}

const char *gau_results_name(const struct gau_results *results, size_t index)
{
    return results->items[index]->name;
}

json_t *gau_results_document(const struct gau_results *results, size_t index, gau_error *error)
{
    struct gau_result *const result = results->items[index];

    if (!result->tree)
        result->tree = gau_document_writer_read(result->writer, error);
    return result->tree;
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

/* In a document that is in memory the last field of a key replaces those before. */
static gau_status check_keys(const struct gau_results *results, gau_error *err)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct gau_result *const result = results->items[i];
        const char *const key = gau_document_writer_repeated(result->writer);

        if (key)
            return gau_fail(err, GAU_ERR_STATE,
                            "result '%s': the key '%.*s' was put twice, the first time more than 1 "
                            "MiB before",
                            result->name, GAU_QUOTE(key));
    }
    return GAU_OK;
}

gau_status gau_results_check(const struct gau_results *results, gau_error *err)
{
    bool no_memory = results->no_memory;

    for (size_t i = 0; i < results->count; i++)
        no_memory |= gau_document_writer_lacks_memory(results->items[i]->writer);
    if (no_memory)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (results)");
    if (results->misuse.status < 0)
        return gau_error_copy(err, &results->misuse);
    return check_keys(results, err);
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
        struct gau_result *const result = results->items[i];
        gau_error error = {0};

        if (gau_document_writer_save(result->writer, folder, &error) != GAU_OK)
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
    if (result->name)
        result->writer = gau_document_writer_new(results->folder, result->name);
    if (result->writer) {
        if (instance)
            gau_document_writer_text(result->writer, "instance", instance);
        return result;
    }
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

/* The keys that create_result() has put into the document are not those of a component. False also
 * for a document that ignores its fields. */
static bool takes_field(gau_result *result, const char *name, const char *unit)
{
    if (!result->writer)
        return false;
    forget_tree(result);
    if (result->in_row || unit[0] ||
        (strcmp(name, "schema") != 0 && strcmp(name, "instance") != 0 &&
         strcmp(name, "merge") != 0))
        return true;
    note_misuse(result->owner, "result '%s': the key '%s' is that of the framework", result->name,
                name);
    return false;
}

void gau_result_boolean(gau_result *result, const char *name, bool value)
{
    if (takes_field(result, name, ""))
        gau_document_writer_boolean(result->writer, name, value);
}

void gau_result_integer(gau_result *result, const char *name, const char *unit, int64_t value)
{
    if (takes_field(result, name, unit))
        gau_document_writer_integer(result->writer, name, unit, value);
}

void gau_result_real(gau_result *result, const char *name, const char *unit, double value)
{
    if (takes_field(result, name, unit))
        gau_document_writer_real(result->writer, name, unit, value);
}

void gau_result_text(gau_result *result, const char *name, const char *value)
{
    if (takes_field(result, name, ""))
        gau_document_writer_text(result->writer, name, value);
}

void gau_result_merge(gau_result *result, const char *rules)
{
    if (result->writer)
        gau_document_writer_text(result->writer, "merge", rules);
}

void gau_result_integers(gau_result *result, const char *name, const int64_t *values, size_t n)
{
    if (takes_field(result, name, ""))
        gau_document_writer_list(result->writer, name, values, n, false);
}

void gau_result_pairs(gau_result *result, const char *name, const int64_t *values, size_t n)
{
    if (takes_field(result, name, ""))
        gau_document_writer_list(result->writer, name, values, n, true);
}

/* --- tables -------------------------------------------------------------------------------- */

void gau_result_table(gau_result *result, const char *name)
{
    gau_result_end(result);
    if (takes_field(result, name, ""))
        gau_document_writer_table(result->writer, name);
}

void gau_result_row(gau_result *result)
{
    if (!result->writer)
        return;
    forget_tree(result);
    result->in_row = gau_document_writer_row(result->writer);
    if (!result->in_row)
        note_misuse(result->owner, "result '%s': a row was started outside a table", result->name);
}

void gau_result_end(gau_result *result)
{
    if (!result->writer)
        return;
    forget_tree(result);
    gau_document_writer_end(result->writer);
    result->in_row = false;
}
