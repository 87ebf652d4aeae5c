/* SPDX-License-Identifier: Apache-2.0 */
#include "views.h"

#include "document.h"
#include "output.h"
#include "page.h"

#include "table/suggest.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Views of documents that are known by their table, the key of its rows, and another key. */
static const struct kind {
    const char *name, *table, *key, *other;
    void (*view)(struct gau_page *page, json_t *document);
} kinds[] = {
    {"timer", "branches", "self_s", "books", gau_view_timing},
    {"counts", "branches", "executed", "accepted", gau_view_counts},
    {"histogram", "bins", "count", "entries", gau_view_histogram},
};

/* True for a damaged document, too; false for one of a component that took the name. */
static bool has_shape(const json_t *document, const struct kind *kind)
{
    const json_t *const rows = json_object_get(document, kind->table);
    const json_t *const first = json_array_get(rows, 0);

    if (json_is_object(first))
        return json_object_get(first, kind->key) != NULL;
    return rows || json_object_get(document, kind->other);
}

static void fill_with_note(struct gau_page *page, json_t *document, const char *kind)
{
    gau_view_generic(page, document);
    if (page->count > 0)
        gau_table_footer(page->items[page->count - 1].table,
                         "note: %s.json is not what the view of '%s' is made for: shown as it is",
                         page->document, kind);
}

/* Views that are made of all documents of a kind. */
static const struct gathering {
    const char *view, *kind;
    void (*fill)(struct gau_page *page, json_t *document); /* NULL: the view that a document has */
} gatherings[] = {
    {"summary", "run", NULL},
    {"timing", "timer", NULL},
    {"graph", "timer", gau_view_graph},
    {"counts", "counts", NULL},
};

enum { N_GATHERINGS = sizeof gatherings / sizeof *gatherings };

/* NULL: there is none. */
static const struct gathering *gathering_of(const char *view)
{
    for (size_t i = 0; view && i < N_GATHERINGS; i++)
        if (strcmp(view, gatherings[i].view) == 0)
            return &gatherings[i];
    return NULL;
}

static void fill(struct gau_page *page, json_t *document, const struct gathering *gathering,
                 const struct gau_document_names *names)
{
    if (gathering && gathering->fill && gau_document_is(page->document, gathering->kind)) {
        gathering->fill(page, document);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!gau_document_is(page->document, kinds[i].name))
            continue;
        if (page->options->failed_checks || has_shape(document, &kinds[i]))
            kinds[i].view(page, document);
        else
            fill_with_note(page, document, kinds[i].name);
        return;
    }
    if (strcmp(page->document, "run") == 0)
        gau_view_summary(page, document, names);
    else
        gau_view_generic(page, document);
}

/* The name itself or, in documents without one, the part of the file name behind the dash. */
static const char *instance_of(const json_t *document, const char *name)
{
    const char *const instance = json_string_value(json_object_get(document, "instance"));
    const char *const dash = strchr(name, '-');

    return instance ? instance : dash ? dash + 1 : NULL;
}

/* What is written: a folder, or a document alone, which has no path. */
struct folder {
    const char *path, *view;
    const struct gathering *gathering; /* that the view is, or NULL */
    struct gau_document_names names;
    const struct gau_view_options *options;
    FILE *out;
    struct gau_view_error *error;
};

static void add_more(struct gau_page *page, const struct folder *folder)
{
    if (folder->path && folder->options->add && strcmp(page->document, "run") == 0)
        folder->options->add(page, folder->path);
}

static enum gau_view_status write_view(json_t *document, const char *name,
                                       const struct folder *folder)
{
    struct gau_page page = {.document = name,
                            .folder = folder->path,
                            .instance = instance_of(document, name),
                            .options = folder->options,
                            .error = folder->error};
    enum gau_view_status status;

    fill(&page, document, folder->gathering, folder->path ? &folder->names : NULL);
    add_more(&page, folder);
    status = gau_page_write(&page, folder->out);
    gau_page_clear(&page);
    return status;
}

enum gau_view_status gau_view_document(json_t *document, const char *name,
                                       const struct gau_view_options *options, FILE *out,
                                       struct gau_view_error *error)
{
    const struct folder alone = {
        .gathering = gathering_of(options->view), .options = options, .out = out, .error = error};

    return write_view(document, name, &alone);
}

/* --- folders ------------------------------------------------------------------------------- */

static void write_one(const struct folder *folder, const char *name)
{
    json_t *const document = gau_document_load(folder->path, name, folder->error);

    if (document)
        write_view(document, name, folder);
    json_decref(document);
}

static bool has(const struct folder *folder, const char *name)
{
    for (size_t i = 0; i < folder->names.count; i++)
        if (strcmp(folder->names.items[i], name) == 0)
            return true;
    return false;
}

static size_t count_kind(const struct folder *folder, const char *kind)
{
    size_t n = 0;

    for (size_t i = 0; i < folder->names.count; i++)
        n += gau_document_is(folder->names.items[i], kind);
    return n;
}

/* What is for programs is one table, or one graph: not several documents. */
static bool fits_format(const struct folder *folder, size_t documents, const char *kind)
{
    const enum gau_table_format format = folder->options->format;
    const bool graph = folder->options->graph.json, view = folder->gathering->fill != NULL;
    size_t first = 0;

    if (documents < 2 || (!graph && gau_table_format_is_for_people(format)))
        return true;
    while (!gau_document_is(folder->names.items[first], kind))
        first++;
    gau_view_fail(folder->error, GAU_VIEW_USAGE,
                  "'%s' is %zu documents, and %s: say which, such as '%s%s%s%s'", folder->view,
                  documents, graph ? "perfgraph holds one" : "csv and json hold one",
                  view ? folder->view : "", view ? "-" : "", folder->names.items[first],
                  view ? "" : ".json");
    return false;
}

/* True if the view was one of those, whatever came of it. */
static bool write_gathering(const struct folder *folder, const char *kind)
{
    const size_t documents = count_kind(folder, kind);
    size_t written = 0;

    if (documents == 0)
        return false;
    if (!fits_format(folder, documents, kind))
        return true;
    for (size_t i = 0; i < folder->names.count; i++) {
        if (!gau_document_is(folder->names.items[i], kind) || folder->error->status != GAU_VIEW_OK)
            continue;
        if (written++ > 0)
            fputc('\n', folder->out);
        write_one(folder, folder->names.items[i]);
    }
    return true;
}

/* Writes the document called @p prefix, a dash if there is one, and the first letters of @p name.
 */
static bool write_joined(struct folder *folder, const struct gathering *gathering,
                         const char *prefix, const char *name, size_t length)
{
    char joined[NAME_MAX + 1];
    const int size = snprintf(joined, sizeof joined, "%s%s%.*s", prefix, prefix[0] ? "-" : "",
                              (int)(length < INT_MAX ? length : INT_MAX), name);

    if (size < 0 || size >= (int)sizeof joined || !has(folder, joined))
        return false;
    folder->gathering = gathering;
    write_one(folder, joined);
    return true;
}

/* "timer-Fast" or "timer-Fast.json"; or a view of one document: "timing-Fast" of "timer-Fast",
 * "graph-timer" of "timer". */
static bool write_named(struct folder *folder)
{
    const char *const view = folder->view;
    const size_t length = strlen(view);

    for (const struct gathering *g = gatherings; g < gatherings + N_GATHERINGS; g++) {
        const size_t n = strlen(g->view);
        const char *const rest = view + n + 1;

        if (strncmp(view, g->view, n) == 0 && view[n] == '-' &&
            (write_joined(folder, g, g->kind, rest, strlen(rest)) ||
             (gau_document_is(rest, g->kind) && write_joined(folder, g, "", rest, strlen(rest)))))
            return true;
    }
    return write_joined(folder, NULL, "", view, length) ||
           (length > 5 && strcmp(view + length - 5, ".json") == 0 &&
            write_joined(folder, NULL, "", view, length - 5));
}

/* --- what there is ------------------------------------------------------------------------- */

/* The views of the folder, and the one whose name is near. */
static void refuse_view(const struct folder *folder)
{
    char views[700] = "", hint[200] = "";
    struct gau_suggest suggest = gau_suggest_for(folder->view ? folder->view : "");

    for (size_t i = 0; i < N_GATHERINGS; i++) {
        if (count_kind(folder, gatherings[i].kind) == 0)
            continue;
        gau_view_list(views, sizeof views, gatherings[i].view);
        gau_suggest_offer(&suggest, gatherings[i].view);
    }
    for (size_t i = 0; i < folder->names.count; i++) {
        if (strcmp(folder->names.items[i], "counts") == 0)
            continue;
        gau_view_list(views, sizeof views, folder->names.items[i]);
        gau_suggest_offer(&suggest, folder->names.items[i]);
    }
    for (const char *const *more = folder->options->more; more && *more; more++)
        gau_suggest_offer(&suggest, *more);
    if (suggest.best)
        snprintf(hint, sizeof hint, "; did you mean '%s'?", suggest.best);
    if (folder->view)
        gau_view_fail(folder->error, GAU_VIEW_USAGE, "'%.*s' has no '%.*s', but %s%s",
                      GAU_VIEW_QUOTE(folder->path), GAU_VIEW_QUOTE(folder->view), views, hint);
    else
        gau_view_fail(folder->error, GAU_VIEW_USAGE, "no view was given; '%.*s' has %s",
                      GAU_VIEW_QUOTE(folder->path), views);
}

/* A program that was killed has samples, but no document. False: there is nothing to add. */
static bool write_added(const struct folder *folder)
{
    struct gau_page page = {.document = "run", .options = folder->options, .error = folder->error};
    bool added;

    if (!folder->view || strcmp(folder->view, "summary") != 0 || count_kind(folder, "run") > 0)
        return false;
    add_more(&page, folder);
    added = page.count > 0;
    if (added)
        gau_page_write(&page, folder->out);
    gau_page_clear(&page);
    return added || folder->error->status != GAU_VIEW_OK;
}

static void write_folder(struct folder *folder)
{
    if (write_added(folder))
        return;
    if (folder->names.count == 0) {
        gau_view_fail(folder->error, GAU_VIEW_USAGE,
                      "'%.*s' is not a result folder: it has no documents (*.json)",
                      GAU_VIEW_QUOTE(folder->path));
        return;
    }
    folder->gathering = gathering_of(folder->view);
    if (folder->gathering && write_gathering(folder, folder->gathering->kind))
        return;
    if (!folder->view || !write_named(folder))
        refuse_view(folder);
}

/* A damaged document is found before anything is written. */
static void write_at_once(struct folder *folder, const char *output)
{
    char *text = NULL;
    size_t size = 0;

    folder->out = open_memstream(&text, &size);
    if (folder->out)
        write_folder(folder);
    if (!folder->out || fclose(folder->out) != 0 || !text)
        gau_view_fail(folder->error, GAU_VIEW_FAILED, "no memory for the view of '%.*s'",
                      GAU_VIEW_QUOTE(folder->path));
    if (folder->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, folder->error);
    free(text);
}

enum gau_view_status gau_view_folder(const char *folder, const char *view,
                                     const struct gau_view_options *options, const char *output,
                                     struct gau_view_error *error)
{
    struct folder all = {.path = folder, .view = view, .options = options, .error = error};

    if (gau_document_list(&all.names, folder, error) == GAU_VIEW_OK)
        write_at_once(&all, output);
    gau_document_names_clear(&all.names);
    return error->status;
}
