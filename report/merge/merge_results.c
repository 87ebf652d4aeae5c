/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_results.h"

#include "merge_document.h"
#include "merge_recorded.h"
#include "merge_run.h"
#include "merge_windows.h"
#include "result_reader.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct merging {
    const struct gau_merge_request *request;
    struct gau_merge_notes *notes;
    struct gau_merged_document *documents;
    uint32_t n, size;
    json_t *first; /* run.json of the first result */
    struct gau_merge_runs runs;
    gau_error *error;
};

static const char *name_of(const struct merging *m, size_t i)
{
    return m->request->names ? m->request->names[i] : m->request->folders[i];
}

/* --- documents ----------------------------------------------------------------------------- */

static struct gau_merged_document *document_of(struct merging *m, const char *name)
{
    for (uint32_t i = 0; i < m->n; i++)
        if (strcmp(m->documents[i].name, name) == 0)
            return &m->documents[i];
    if (!gau_array_grow(&m->documents, m->n, &m->size, sizeof *m->documents)) {
        gau_fail_memory(m->error, "documents of results");
        return NULL;
    }
    m->documents[m->n] = (struct gau_merged_document){0};
    return &m->documents[m->n++];
}

static bool take_run(struct merging *m, json_t *run, size_t i)
{
    if (!gau_merge_run_prepare(run, name_of(m, i))) {
        gau_fail_memory(m->error, "run.json");
        return false;
    }
    if (!m->first)
        m->first = json_deep_copy(run);
    return gau_merge_runs_add(&m->runs, run, name_of(m, i), m->error) &&
           (m->request->different_jobs ||
            gau_merge_run_check_job(m->first, name_of(m, 0), run, name_of(m, i), m->error));
}

static bool has_rules(const json_t *document, const char *name)
{
    return gau_merge_known_rules(name) || json_object_get(document, "merge");
}

static bool lists(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == '\0' || at[length] == ','))
            return true;
    return false;
}

/* Adds a name to a list that has it once. */
static void note_name(char *list, size_t size, const char *name, const char *ending)
{
    char text[300];

    snprintf(text, sizeof text, "%s%s", name, ending);
    if (!lists(list, text))
        gau_view_list(list, size, text);
}

static void add_document(struct merging *m, size_t i, const char *name, json_t *document)
{
    struct gau_merged_document *merged;

    if (!has_rules(document, name))
        note_name(m->notes->without, sizeof m->notes->without, name, ".json");
    else if ((strcmp(name, "run") != 0 || take_run(m, document, i)) &&
             (merged = document_of(m, name)))
        gau_merged_document_add(merged, name, document, name_of(m, i), m->error);
}

/* --- a result ------------------------------------------------------------------------------ */

/* Names the kinds of files that are left behind. */
static void note_files(struct merging *m, const char *folder)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        const char *const dot = strrchr(entry->d_name, '.');
        char kind[64];

        if (entry->d_name[0] == '.' || (dot && strcmp(dot, ".json") == 0) ||
            gau_result_is_process(entry->d_name) || gau_merge_is_recorded(entry->d_name))
            continue;
        snprintf(kind, sizeof kind, "%.*s*", (int)strcspn(entry->d_name, "-."), entry->d_name);
        note_name(m->notes->files, sizeof m->notes->files, kind, dot ? dot : "");
    }
    if (dir)
        closedir(dir);
}

static void add_result(struct merging *m, size_t i, const struct gau_read_result *read)
{
    if (read->error.status != GAU_OK) {
        *m->error = read->error;
        return;
    }
    for (size_t k = 0; k < read->names.count && m->error->status == GAU_OK; k++)
        if (read->documents[k])
            add_document(m, i, read->names.items[k], read->documents[k]);
    note_files(m, m->request->folders[i]);
}

/* --- the merged one ------------------------------------------------------------------------ */

static void note_document(struct merging *m, const struct gau_merged_document *merged)
{
    char keys[256] = "", text[400];

    if (strcmp(merged->name, "run") != 0 && strcmp(merged->name, "collect") != 0 &&
        gau_merged_document_differing(merged, keys, sizeof keys) > 0) {
        snprintf(text, sizeof text, "%s in %s.json", keys, merged->name);
        gau_view_list(m->notes->differing, sizeof m->notes->differing, text);
    }
    if (merged->n < m->request->n) {
        snprintf(text, sizeof text, "%s.json (%u of %zu)", merged->name, merged->n, m->request->n);
        gau_view_list(m->notes->partial, sizeof m->notes->partial, text);
    }
}

static void save_document(struct merging *m, struct gau_merged_document *merged)
{
    json_t *const document = gau_merged_document_make(merged, m->error);

    if (document)
        gau_document_save(m->request->into, merged->name, document, m->error);
    note_document(m, merged);
    json_decref(document);
}

static void note_runs(struct merging *m)
{
    struct gau_merge_notes *const notes = m->notes;

    notes->results = m->runs.n;
    gau_merge_note_unfinished(&m->runs, notes->unfinished, sizeof notes->unfinished);
    if (!m->request->different_jobs &&
        !gau_merge_note_windows(&m->runs, notes->overlaps, notes->gaps, sizeof notes->overlaps))
        gau_fail_memory(m->error, "events of results");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct gau_merged_document *)a)->name,
                  ((const struct gau_merged_document *)b)->name);
}

gau_status gau_merge_results(const struct gau_merge_request *request, struct gau_merge_notes *notes,
                             gau_error *error)
{
    struct merging m = {.request = request, .notes = notes, .error = error};
    struct gau_result_reader *const reader =
        gau_result_reader_open(request->folders, request->n, error);

    *notes = (struct gau_merge_notes){0};
    for (size_t i = 0; i < request->n && error->status == GAU_OK; i++)
        add_result(&m, i, gau_result_reader_next(reader));
    gau_result_reader_close(reader);
    if (m.n > 0)
        qsort(m.documents, m.n, sizeof *m.documents, by_name);
    for (uint32_t i = 0; i < m.n && error->status == GAU_OK; i++)
        save_document(&m, &m.documents[i]);
    note_runs(&m);
    for (uint32_t i = 0; i < m.n; i++)
        gau_merged_document_clear(&m.documents[i]);
    free(m.documents);
    gau_merge_runs_clear(&m.runs);
    json_decref(m.first);
    return error->status;
}
