/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* mkdir() */
#include "rank_reduction.h"

#include "mpi_library.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "report/merge/merge_results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { AT_ONCE = 16, NAME_SIZE = 32 };

struct reduction {
    const struct gau_rank_exchange *exchange;
    const struct gau_launcher_rank *place;
    const char *work;
    char current[PATH_MAX]; /* has the documents of this rank and of those below it */
    char folders[AT_ONCE][PATH_MAX], names[AT_ONCE][NAME_SIZE];
    size_t n; /* of them: to be merged */
    gau_error *error;
};

/* --- documents as bytes ---------------------------------------------------------------------- */

/* A document: its name, size in 20 digits, content. */
enum { DIGITS = 20 };

static void put_document(FILE *out, const char *folder, const char *name, gau_error *err)
{
    char path[PATH_MAX];
    struct stat facts;
    FILE *in;
    int letter;

    if (!gau_document_path(path, folder, name, err))
        return;
    in = stat(path, &facts) == 0 ? fopen(path, "r") : NULL;
    if (!in) {
        gau_fail_first(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
        return;
    }
    fprintf(out, "%s%c%0*lld", name, '\0', DIGITS, (long long)facts.st_size);
    while ((letter = getc(in)) != EOF)
        putc(letter, out);
    fclose(in);
}

/* Returns all of them, which the caller frees; NULL: see @p err. */
static char *pack_documents(const char *folder, size_t *size, gau_error *err)
{
    struct gau_document_names names;
    char *text = NULL;
    FILE *out;

    if (gau_document_list(&names, folder, err) != GAU_OK)
        return NULL;
    out = open_memstream(&text, size);
    for (size_t i = 0; out && i < names.count && err->status == GAU_OK; i++)
        put_document(out, folder, names.items[i], err);
    gau_document_names_clear(&names);
    if (!out || fclose(out) != 0)
        gau_fail_memory(err, "documents of a rank");
    return text;
}

static bool write_document(const char *folder, const char *name, const char *text, size_t size,
                           gau_error *err)
{
    char path[PATH_MAX];
    FILE *file;
    bool written;

    if (!gau_document_path(path, folder, name, err))
        return false;
    file = fopen(path, "w");
    written = file && fwrite(text, 1, size, file) == size;
    if (file && fclose(file) == 0 && written)
        return true;
    gau_fail_first(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    return false;
}

static bool unpack_documents(const char *text, size_t size, const char *folder, gau_error *err)
{
    const char *const end = text + size;

    if (mkdir(folder, 0777) != 0) {
        gau_fail_first(err, GAU_ERR_IO, "%s: %s", folder, strerror(errno));
        return false;
    }
    while (text < end) {
        const char *const name = text;
        char digits[DIGITS + 1] = "";
        size_t length;

        text += strlen(name) + 1;
        memcpy(digits, text, DIGITS);
        length = strtoull(digits, NULL, 10);
        text += DIGITS;
        if (!write_document(folder, name, text, length, err))
            return false;
        text += length;
    }
    return true;
}

/* --- the tree ------------------------------------------------------------------------------ */

static bool make_path(char path[PATH_MAX], const struct reduction *r, const char *kind, int number)
{
    if (snprintf(path, PATH_MAX, "%s/%s-%d", r->work, kind, number) < PATH_MAX)
        return true;
    gau_fail_first(r->error, GAU_ERR_IO, "'%.*s': the name of the folder is too long",
                   GAU_QUOTE(r->work));
    return false;
}

static void send_to(struct reduction *r, int parent)
{
    size_t size = 0;
    char *const bytes = pack_documents(r->current, &size, r->error);

    /* The parent does not wait for ever for what cannot be sent. */
    if (r->error->status != GAU_OK)
        size = 0;
    r->exchange->send(r->exchange->user, parent, bytes ? bytes : "", size);
    free(bytes);
}

static void receive_from(struct reduction *r, int child)
{
    size_t size = 0;
    char *const bytes = r->exchange->receive(r->exchange->user, child, &size);

    if (!bytes)
        gau_fail_memory(r->error, "documents of ranks");
    else if (size == 0)
        gau_fail_first(r->error, GAU_ERR_IO, "rank %d has no documents", child);
    else if (make_path(r->folders[r->n], r, "rank", child) &&
             unpack_documents(bytes, size, r->folders[r->n], r->error))
        snprintf(r->names[r->n++], NAME_SIZE, "rank-%d", child);
    free(bytes);
}

static void merge_level(struct reduction *r, int step)
{
    const char *folders[AT_ONCE], *names[AT_ONCE];
    char into[PATH_MAX];
    struct gau_merge_notes notes;
    const struct gau_merge_request request = {
        .folders = folders, .names = names, .n = r->n, .into = into};

    for (size_t i = 0; i < r->n; i++) {
        folders[i] = r->folders[i];
        names[i] = r->names[i];
    }
    if (!make_path(into, r, "merged", step))
        return;
    if (mkdir(into, 0777) != 0)
        gau_fail_first(r->error, GAU_ERR_IO, "%s: %s", into, strerror(errno));
    else if (gau_merge_results(&request, &notes, r->error) == GAU_OK)
        memcpy(r->current, into, PATH_MAX);
}

static void reduce_level(struct reduction *r, int step)
{
    const int own = r->place->rank;

    memcpy(r->folders[0], r->current, PATH_MAX);
    snprintf(r->names[0], NAME_SIZE, "rank-%d", own);
    r->n = 1;
    for (int k = 1; k < AT_ONCE && own + k * step < r->place->size; k++)
        receive_from(r, own + k * step);
    if (r->n > 1 && r->error->status == GAU_OK)
        merge_level(r, step);
}

bool gau_rank_reduce_by(const struct gau_rank_exchange *exchange,
                        const struct gau_launcher_rank *place, const char *folder, const char *work,
                        char merged[PATH_MAX], gau_error *err)
{
    struct reduction *const r = calloc(1, sizeof *r);

    if (!r || snprintf(r->current, PATH_MAX, "%s", folder) >= PATH_MAX) {
        free(r);
        gau_fail_memory(err, "documents of ranks");
        return false;
    }
    r->exchange = exchange;
    r->place = place;
    r->work = work;
    r->error = err;
    for (int step = 1; step < place->size; step *= AT_ONCE) {
        const int above = place->rank % (step * AT_ONCE);

        if (above != 0) {
            send_to(r, place->rank - above);
            break;
        }
        reduce_level(r, step);
    }
    memcpy(merged, r->current, PATH_MAX);
    free(r);
    return err->status == GAU_OK;
}

/* --- by MPI -------------------------------------------------------------------------------- */

static void send_bytes(void *user, int to, const char *bytes, size_t size)
{
    (void)user;
    gau_mpi_send(to, &size, sizeof size);
    gau_mpi_send(to, bytes, size);
}

static char *receive_bytes(void *user, int from, size_t *size)
{
    char *bytes;

    (void)user;
    gau_mpi_receive(from, size, sizeof *size);
    bytes = malloc(*size + 1);
    if (bytes)
        gau_mpi_receive(from, bytes, *size);
    return bytes;
}

bool gau_rank_reduce(const struct gau_launcher_rank *place, const char *folder, const char *work,
                     char merged[PATH_MAX], gau_error *err)
{
    static const struct gau_rank_exchange by_mpi = {send_bytes, receive_bytes, NULL};

    return gau_rank_reduce_by(&by_mpi, place, folder, work, merged, err);
}
