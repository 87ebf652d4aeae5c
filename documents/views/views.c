/* SPDX-License-Identifier: Apache-2.0 */
#include "views.h"
#include "view_functions.h"

#include "documents/document.h"
#include "documents/graph/performance_graph.h"
#include "documents/timer_document.h"

#include "table/suggest.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const gau_view_tree_order[] = {"tree", NULL};

const struct gau_view *const gau_document_views[] = {GAU_DOCUMENT_VIEWS(GAU_VIEW_ADDRESS) NULL};

/* The last view, gau_view_document, shows any document and is not asked for by a name. */
enum { N_VIEWS = sizeof gau_document_views / sizeof *gau_document_views - 2 };

const struct gau_view *gau_document_view_of(const char *name)
{
    for (size_t i = 0; i < N_VIEWS; i++)
        if (gau_document_is(name, gau_document_views[i]->name) ||
            gau_document_is(name, gau_document_views[i]->document->kind))
            return gau_document_views[i];
    return &gau_view_document;
}

static bool has_shape(const json_t *document, const struct gau_document_view *view)
{
    const json_t *const rows = json_object_get(document, view->table);
    const json_t *const first = json_array_get(rows, 0);

    if (json_is_object(first))
        return json_object_get(first, view->key) != NULL;
    return rows || json_object_get(document, view->other);
}

bool gau_document_has_shape(const json_t *document, const struct gau_view *view)
{
    return has_shape(document, view->document);
}

static bool check_sort(const char *sort, const char *const *keys, gau_error *error)
{
    char list[256] = "";

    for (const char *const *key = keys; *key; key++) {
        if (!sort || strcmp(*key, sort) == 0)
            return true;
        gau_view_list(list, sizeof list, *key);
    }
    gau_fail_first(error, GAU_ERR_USAGE, "cannot sort by '%.*s'; there is: %s", GAU_QUOTE(sort),
                   list);
    return false;
}

/* @p wanted is the view that was asked for, or NULL. */
static const struct gau_document_view *choose_view(const char *document,
                                                   const struct gau_view *wanted)
{
    if (wanted && wanted->document && (wanted->document->table || wanted == &gau_view_graph) &&
        gau_document_is(document, wanted->document->kind))
        return wanted->document;
    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct gau_document_view *const view = gau_document_views[i]->document;

        if (view->table ? gau_document_is(document, view->kind) : strcmp(document, view->kind) == 0)
            return view;
    }
    return gau_view_document.document;
}

static void fill_page(struct gau_page *page, const struct gau_view *wanted)
{
    const bool check = page->options->failed_checks;
    const struct gau_document_view *const known = choose_view(page->document, wanted);
    const bool odd = known->table && !check && !has_shape(page->json, known);
    const struct gau_document_view *const view = odd ? gau_view_document.document : known;

    page->fields = gau_document_fields_of(page->json, page->document, page->error);
    if (page->error->status == GAU_OK &&
        (check || !view->sort_keys ||
         check_sort(page->options->sort, view->sort_keys, page->error)))
        view->fill(page);
    if (odd && page->count > 0)
        gau_table_footer(page->items[page->count - 1].table,
                         "note: %s.json is not what the view of '%s' is made for: shown as it is",
                         page->document, known->kind);
}

/* Returns the instance's name or, if it has none, the part of the file name behind the dash. */
static const char *instance_of(const json_t *document, const char *name)
{
    const char *const instance = json_string_value(json_object_get(document, "instance"));
    const char *const dash = strchr(name, '-');

    return instance ? instance : dash ? dash + 1 : NULL;
}

/* A request for a view of a folder, or of a document alone, which has no path. */
struct request {
    const char *path, *view;
    const struct gau_view *wanted; /* that this is, or NULL */
    struct gau_document_names names;
    const struct gau_view_options *options;
    const struct gau_view *const *others;
    FILE *out;
    gau_error *error;
};

static void add_more(struct gau_page *page, const struct request *request)
{
    if (request->path && request->options->add && strcmp(page->document, "run") == 0)
        request->options->add(page, request->path);
}

static gau_status write_view(json_t *document, struct gau_timer_document *timer, const char *name,
                             const struct request *request)
{
    struct gau_page page = {.document = name,
                            .json = document,
                            .timer = timer,
                            .folder = request->path,
                            .names = request->path ? &request->names : NULL,
                            .instance = instance_of(document, name),
                            .options = request->options,
                            .error = request->error};
    gau_status status;

    fill_page(&page, request->wanted);
    add_more(&page, request);
    if (timer)
        gau_timer_document_clear(timer); /* before the text needs memory */
    status = gau_page_write(&page, request->out);
    gau_page_clear(&page);
    return status;
}

gau_status gau_document_show(json_t *document, const char *name, const struct gau_view *wanted,
                             const struct gau_view_options *options, FILE *out, gau_error *error)
{
    const struct request alone = {.wanted = wanted, .options = options, .out = out, .error = error};

    return write_view(document, NULL, name, &alone);
}

/* --- folders ------------------------------------------------------------------------------- */

/* A timer may have many branches. One that is not as it must be is read as a whole, which says what
 * is wrong. */
static bool write_by_rows(const struct request *request, const char *name)
{
    const struct gau_document_view *const view = choose_view(name, request->wanted);
    struct gau_timer_document timer;
    json_t *document = NULL;
    bool fits = false;

    if (view != gau_view_timing.document)
        return false;
    document = gau_timer_document_load(&timer, request->path, name);
    if (!document)
        return false;
    fits = has_shape(document, view);
    if (fits)
        write_view(document, &timer, name, request);
    gau_timer_document_clear(&timer);
    json_decref(document);
    return fits;
}

static void write_one(const struct request *request, const char *name)
{
    json_t *document;

    if (write_by_rows(request, name))
        return;
    document = gau_document_load(request->path, name, request->error);
    if (document)
        write_view(document, NULL, name, request);
    json_decref(document);
}

static bool has_document(const struct request *request, const char *name)
{
    for (size_t i = 0; i < request->names.count; i++)
        if (strcmp(request->names.items[i], name) == 0)
            return true;
    return false;
}

static size_t count_kind(const struct request *request, const char *kind)
{
    size_t n = 0;

    for (size_t i = 0; i < request->names.count; i++)
        n += gau_document_is(request->names.items[i], kind);
    return n;
}

/* Data formats hold one table, or one graph, and not several documents. */
static bool fits_format(const struct request *request, size_t documents, const char *kind)
{
    const enum gau_table_format format = request->options->format;
    const struct gau_view_export *const export = request->options->export;
    const bool view =
        request->wanted && choose_view(kind, request->wanted) != choose_view(kind, NULL);
    size_t first = 0;

    if (documents < 2 || (!export && gau_table_format_is_display(format)))
        return true;
    while (!gau_document_is(request->names.items[first], kind))
        first++;
    gau_fail_first(request->error, GAU_ERR_USAGE,
                   "'%s' is %zu documents, and %s holds one: say which, such as '%s%s%s%s'",
                   request->view, documents, export ? export->name : gau_table_format_name(format),
                   view ? request->view : "", view ? "-" : "", request->names.items[first],
                   view ? "" : ".json");
    return false;
}

/* Writes all documents of a kind. Returns false if there are none. */
static bool write_all(const struct request *request, const char *kind)
{
    const size_t documents = count_kind(request, kind);
    size_t written = 0;

    if (documents == 0)
        return false;
    if (!fits_format(request, documents, kind))
        return true;
    for (size_t i = 0; i < request->names.count; i++) {
        if (!gau_document_is(request->names.items[i], kind) || request->error->status != GAU_OK)
            continue;
        if (written++ > 0)
            fputc('\n', request->out);
        write_one(request, request->names.items[i]);
    }
    return true;
}

/* Writes the document called @p prefix, a dash if needed, and the first letters of @p name. */
static bool write_joined(struct request *request, const struct gau_view *view, const char *prefix,
                         const char *name, size_t length)
{
    char joined[NAME_MAX + 1];
    const int size = snprintf(joined, sizeof joined, "%s%s%.*s", prefix, prefix[0] ? "-" : "",
                              (int)(length < INT_MAX ? length : INT_MAX), name);

    if (size < 0 || size >= (int)sizeof joined || !has_document(request, joined))
        return false;
    request->wanted = view;
    write_one(request, joined);
    return true;
}

/* Writes "timer-Fast" or "timer-Fast.json"; or a view of one document: "timing-Fast" of
 * "timer-Fast", "graph-timer" of "timer". */
static bool write_named(struct request *request)
{
    const char *const view = request->view;
    const size_t length = strlen(view);

    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct gau_view *const v = gau_document_views[i];
        const char *const kind = v->document->kind, *const rest = view + strlen(v->name) + 1;

        if (gau_document_is(view, v->name) && strcmp(view, v->name) != 0 &&
            (write_joined(request, v, kind, rest, strlen(rest)) ||
             (gau_document_is(rest, kind) && write_joined(request, v, "", rest, strlen(rest)))))
            return true;
    }
    return write_joined(request, NULL, "", view, length) ||
           (length > 5 && strcmp(view + length - 5, ".json") == 0 &&
            write_joined(request, NULL, "", view, length - 5));
}

/* --- the list of views --------------------------------------------------------------------- */

/* A run that crashed has no documents but run.json, which says where. False: this is none. */
static bool refuse_crashed(const struct request *request)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(request->path, "run", &ignored);
    const char *const status = json_string_value(json_object_get(run, "status")),
                      *const reason = json_string_value(json_object_get(run, "failure_reason"));
    const bool crashed = request->view && status && reason && strcmp(status, "crashed") == 0 &&
                         gau_view_find(gau_document_views, request->view);

    if (crashed)
        gau_fail_first(request->error, GAU_ERR_USAGE, "'%.*s' has no '%.*s': the run crashed, %s",
                       GAU_QUOTE(request->path), GAU_QUOTE(request->view), reason);
    json_decref(run);
    return crashed;
}

/* The message lists the views of the folder, and the one with the most similar name. */
static void refuse_view(const struct request *request)
{
    char list[700] = "", hint[200] = "";
    struct gau_suggest suggest = gau_suggest_for(request->view ? request->view : "");

    for (size_t i = 0; i < N_VIEWS; i++) {
        const struct gau_view *const view = gau_document_views[i];

        if (count_kind(request, view->document->kind) == 0)
            continue;
        gau_view_list(list, sizeof list, view->name);
        gau_suggest_offer(&suggest, view->name);
    }
    for (size_t i = 0; i < request->names.count; i++) {
        if (gau_view_find(gau_document_views, request->names.items[i]))
            continue;
        gau_view_list(list, sizeof list, request->names.items[i]);
        gau_suggest_offer(&suggest, request->names.items[i]);
    }
    for (const struct gau_view *const *other = request->others; other && *other; other++)
        gau_suggest_offer(&suggest, (*other)->name);
    if (suggest.best && request->view && strcmp(suggest.best, request->view) != 0)
        snprintf(hint, sizeof hint, "; did you mean '%s'?", suggest.best);
    if (request->view)
        gau_fail_first(request->error, GAU_ERR_USAGE, "'%.*s' has no '%.*s', but %s%s",
                       GAU_QUOTE(request->path), GAU_QUOTE(request->view), list, hint);
    else
        gau_fail_first(request->error, GAU_ERR_USAGE, "no view was given; '%.*s' has %s",
                       GAU_QUOTE(request->path), list);
}

/* A killed program has samples, but no document. Returns false if there is nothing to add. */
static bool write_added(const struct request *request)
{
    struct gau_page page = {.document = "run",
                            .options = request->options,
                            .error = request->error};
    bool added;

    if (!request->view || strcmp(request->view, "summary") != 0 || count_kind(request, "run") > 0)
        return false;
    add_more(&page, request);
    added = page.count > 0;
    if (added)
        gau_page_write(&page, request->out);
    gau_page_clear(&page);
    return added || request->error->status != GAU_OK;
}

static void write_folder(struct request *request)
{
    if (write_added(request))
        return;
    if (request->names.count == 0) {
        gau_fail_first(request->error, GAU_ERR_USAGE,
                       "'%.*s' is not a result folder: it has no documents (*.json)",
                       GAU_QUOTE(request->path));
        return;
    }
    request->wanted = request->view ? gau_view_find(gau_document_views, request->view) : NULL;
    if (request->wanted && request->wanted != &gau_view_document &&
        write_all(request, request->wanted->document->kind))
        return;
    if (!request->view || (!write_named(request) && !refuse_crashed(request)))
        refuse_view(request);
}

void gau_view_documents_write(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct request all = {.path = request->paths[0],
                          .view = request->name,
                          .options = request->options,
                          .others = request->others,
                          .out = out,
                          .error = error};

    if (gau_document_list(&all.names, all.path, error) == GAU_OK)
        write_folder(&all);
    gau_document_names_clear(&all.names);
}
