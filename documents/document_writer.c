/* SPDX-License-Identifier: Apache-2.0 */
#include "document_writer.h"

#include "document.h"
#include "json_bytes.h"

#include "files/file_replace.h"
#include "table/heap.h"
#include "table/number_format.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 }; /* that is written to the file at once */

struct key {
    size_t begin, length; /* in the writer's keys: as it is written, without quotes */
};

struct member {
    struct key key;
    size_t begin; /* of its text in the document, behind the separator */
};

struct gau_document_writer {
    char *folder, *name;
    struct gau_json_bytes text; /* of the document, from the byte number written on */
    size_t written;             /* bytes that have left the memory */
    struct gau_json_bytes keys;
    struct member *members; /* of the document, then of the row */
    uint32_t count, size;
    uint32_t row_begin; /* the members before it are of the document, */
    size_t row_keys;    /* as are the keys before it */
    bool in_table, has_rows, in_row;
    struct key table;
    bool no_memory; /* for anything but bytes */
    char *repeated;
    struct gau_replacement *file; /* NULL: none was begun, or it has ended */
    int reason;                   /* why it could not be written; 0: no failure */
};

/* --- members ------------------------------------------------------------------------------- */

static const char *separator_of(const struct gau_document_writer *w)
{
    return w->in_row ? ", " : ",\n  ";
}

/* The last one takes the separator before it along, the others that behind them. */
static void remove_member(struct gau_document_writer *w, uint32_t i)
{
    const bool last = i + 1 == w->count, first = w->in_row && i == w->row_begin;
    const size_t begin =
        w->members[i].begin - w->written - (last && !first ? strlen(separator_of(w)) : 0);
    const size_t end = last ? w->text.used : w->members[i + 1].begin - w->written;

    memmove(w->text.start + begin, w->text.start + end, w->text.used - end);
    w->text.used -= end - begin;
    for (w->count--; i < w->count; i++) {
        w->members[i] = w->members[i + 1];
        w->members[i].begin -= end - begin;
    }
}

/* There are few members, so that a search takes less time than a hash table would. */
static bool find_member(const struct gau_document_writer *w, const struct key *key, uint32_t *found)
{
    const char *const keys = w->keys.start;

    for (uint32_t i = w->in_row ? w->row_begin : 0; i < w->count; i++) {
        *found = i;
        if (w->members[i].key.length == key->length &&
            memcmp(keys + w->members[i].key.begin, keys + key->begin, key->length) == 0)
            return true;
    }
    return false;
}

/* False: out of memory, or the key is in the file. */
static bool make_place(struct gau_document_writer *w, const struct key *key)
{
    uint32_t found;

    w->no_memory |= !gau_array_grow(&w->members, w->count, &w->size, sizeof *w->members);
    if (gau_document_writer_lacks_memory(w))
        return false;
    if (!find_member(w, key, &found))
        return true;
    if (w->members[found].begin >= w->written) {
        remove_member(w, found);
        return true;
    }
    if (!w->repeated)
        w->repeated = strndup(w->keys.start + key->begin, key->length);
    w->no_memory |= !w->repeated;
    return false;
}

/* The value is to follow. */
static bool begin_member(struct gau_document_writer *w, const struct key *key)
{
    if (!make_place(w, key))
        return false;
    if (w->count > (w->in_row ? w->row_begin : 0))
        gau_json_bytes_put(&w->text, separator_of(w));
    w->members[w->count++] = (struct member){.key = *key, .begin = w->written + w->text.used};
    gau_json_bytes_put(&w->text, "\"");
    gau_json_bytes_append(&w->text, w->keys.start + key->begin, key->length);
    gau_json_bytes_put(&w->text, "\": ");
    return true;
}

static bool begin_field(struct gau_document_writer *w, const char *name, const char *unit)
{
    struct key key = {.begin = w->keys.used};

    gau_json_bytes_put_escaped(&w->keys, name);
    if (unit[0]) {
        gau_json_bytes_append(&w->keys, "_", 1);
        gau_json_bytes_put_escaped(&w->keys, unit);
    }
    key.length = w->keys.used - key.begin;
    return begin_member(w, &key);
}

/* --- fields -------------------------------------------------------------------------------- */

void gau_document_writer_text(struct gau_document_writer *w, const char *name, const char *value)
{
    if (!begin_field(w, name, ""))
        return;
    gau_json_bytes_put(&w->text, value ? "\"" : "null");
    if (!value)
        return;
    gau_json_bytes_put_escaped(&w->text, value);
    gau_json_bytes_put(&w->text, "\"");
}

void gau_document_writer_boolean(struct gau_document_writer *w, const char *name, bool value)
{
    if (begin_field(w, name, ""))
        gau_json_bytes_put(&w->text, value ? "true" : "false");
}

void gau_document_writer_integer(struct gau_document_writer *w, const char *name, const char *unit,
                                 int64_t value)
{
    if (begin_field(w, name, unit))
        gau_json_bytes_put_integer(&w->text, value);
}

void gau_document_writer_real(struct gau_document_writer *w, const char *name, const char *unit,
                              double value)
{
    char number[GAU_NUMBER_SIZE] = "null";

    if (!begin_field(w, name, unit))
        return;
    if (isfinite(value))
        gau_number_real_text(number, value);
    gau_json_bytes_put(&w->text, number);
}

/* Outside of rows each pair has a line of its own. */
void gau_document_writer_list(struct gau_document_writer *w, const char *name,
                              const int64_t *values, size_t n, bool pairs)
{
    const bool spread = pairs && n > 0 && !w->in_row;

    if (!begin_field(w, name, ""))
        return;
    gau_json_bytes_put(&w->text, "[");
    for (size_t i = 0; i < n; i++) {
        gau_json_bytes_put(&w->text, i == 0 ? "" : spread ? "," : ", ");
        gau_json_bytes_put(&w->text, spread ? "\n    " : "");
        gau_json_bytes_put(&w->text, pairs ? "[" : "");
        gau_json_bytes_put_integer(&w->text, values[pairs ? 2 * i : i]);
        if (!pairs)
            continue;
        gau_json_bytes_put(&w->text, ", ");
        gau_json_bytes_put_integer(&w->text, values[2 * i + 1]);
        gau_json_bytes_put(&w->text, "]");
    }
    gau_json_bytes_put(&w->text, spread ? "\n  ]" : "]");
}

/* --- the file ------------------------------------------------------------------------------ */

static bool has_left_memory(const struct gau_document_writer *w)
{
    return w->written > 0;
}

static int begin_file(struct gau_document_writer *w)
{
    char path[PATH_MAX];
    gau_error ignored = {0};
    int reason;

    if (!gau_document_path(path, w->folder, w->name, &ignored))
        return ENAMETOOLONG;
    w->file = malloc(sizeof *w->file);
    reason = w->file ? gau_replace_begin(w->file, path) : ENOMEM;
    if (reason == 0)
        return 0;
    free(w->file);
    w->file = NULL;
    return reason;
}

/* Puts the file in place, or without @p reason removes it. */
static void end_file(struct gau_document_writer *w)
{
    if (!w->file)
        return;
    w->reason = gau_replace_end(w->file, w->reason);
    free(w->file);
    w->file = NULL;
}

/* After a failure the rest is dropped, and a full disk gets back the room of what was written. */
static void empty_memory(struct gau_document_writer *w)
{
    if (!has_left_memory(w))
        w->reason = begin_file(w);
    errno = 0;
    if (w->file && fwrite(w->text.start, 1, w->text.used, w->file->file) != w->text.used) {
        w->reason = errno ? errno : EIO;
        end_file(w);
    }
    w->written += w->text.used;
    w->text.used = 0;
}

/* --- tables -------------------------------------------------------------------------------- */

static void end_row(struct gau_document_writer *w)
{
    if (!w->in_row)
        return;
    gau_json_bytes_put(&w->text, "}");
    w->in_row = false;
    w->count = w->row_begin;
    w->keys.used = w->row_keys;
}

void gau_document_writer_table(struct gau_document_writer *w, const char *name)
{
    gau_document_writer_end(w);
    w->table.begin = w->keys.used;
    w->in_table = begin_field(w, name, "");
    w->table.length = w->keys.used - w->table.begin;
    if (w->in_table)
        gau_json_bytes_put(&w->text, "[]");
}

/* The table is empty until its first row, and fields of the document may have been put behind it.
 */
static bool begin_rows(struct gau_document_writer *w)
{
    w->has_rows = begin_member(w, &w->table);
    if (w->has_rows)
        gau_json_bytes_put(&w->text, "[");
    return w->has_rows;
}

bool gau_document_writer_row(struct gau_document_writer *w)
{
    const size_t most = has_left_memory(w) ? PIECE : GAU_DOCUMENT_IN_MEMORY;

    if (!w->in_table)
        return false;
    end_row(w);
    if (w->has_rows)
        gau_json_bytes_put(&w->text, ",");
    else if (!begin_rows(w))
        return true;
    if (w->folder && w->text.used > most)
        empty_memory(w);
    gau_json_bytes_put(&w->text, "\n    {");
    w->in_row = true;
    w->row_begin = w->count;
    w->row_keys = w->keys.used;
    return true;
}

void gau_document_writer_end(struct gau_document_writer *w)
{
    end_row(w);
    if (w->has_rows)
        gau_json_bytes_put(&w->text, "\n  ]");
    w->in_table = w->has_rows = false;
}

/* --- all of it ----------------------------------------------------------------------------- */

struct gau_document_writer *gau_document_writer_new(const char *folder, const char *name)
{
    struct gau_document_writer *const w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->name = strdup(name);
    w->folder = folder ? strdup(folder) : NULL;
    w->no_memory = !w->name || (folder && !w->folder);
    gau_json_bytes_put(&w->text, "{\n  ");
    gau_document_writer_integer(w, "schema", "", GAU_DOCUMENT_SCHEMA);
    if (!gau_document_writer_lacks_memory(w))
        return w;
    gau_document_writer_free(w);
    return NULL;
}

void gau_document_writer_free(struct gau_document_writer *w)
{
    if (!w)
        return;
    w->reason = ECANCELED;
    end_file(w);
    free(w->folder);
    free(w->name);
    free(w->text.start);
    free(w->keys.start);
    free(w->members);
    free(w->repeated);
    free(w);
}

bool gau_document_writer_lacks_memory(const struct gau_document_writer *w)
{
    return w->no_memory || w->text.no_memory || w->keys.no_memory;
}

const char *gau_document_writer_repeated(const struct gau_document_writer *w)
{
    return w->repeated;
}

/* What is open is closed, behind the text that is kept. Returns how much of it is. */
static size_t close_text(struct gau_document_writer *w)
{
    const size_t kept = w->text.used;

    gau_json_bytes_put(&w->text, w->in_row ? "}" : "");
    gau_json_bytes_put(&w->text, w->has_rows ? "\n  ]" : "");
    gau_json_bytes_put(&w->text, "\n}\n");
    return kept;
}

gau_status gau_document_writer_save(struct gau_document_writer *w, const char *folder,
                                    gau_error *error)
{
    char path[PATH_MAX];
    size_t kept;

    if (!gau_document_path(path, folder, w->name, error))
        return error->status;
    kept = close_text(w);
    if (gau_document_writer_lacks_memory(w))
        return gau_fail_memory(error, "documents of the result");
    if (!has_left_memory(w)) {
        gau_output_fail(path, gau_replace_with(path, w->text.start, w->text.used), error);
        w->text.used = kept;
        return error->status;
    }
    empty_memory(w);
    end_file(w);
    gau_output_fail(path, w->reason, error);
    return error->status;
}

/* The lexer of jansson 2.14 does not notice that memory runs out: it must not. A tree is at most
 * some 16 times as large as its text. */
static bool has_room(size_t length)
{
    void *const room = malloc(16 * length + 4096);

    free(room);
    return room != NULL;
}

json_t *gau_document_writer_read(struct gau_document_writer *w, gau_error *error)
{
    json_t *document = NULL;
    size_t kept;

    if (has_left_memory(w))
        return w->file || w->reason ? NULL : gau_document_load(w->folder, w->name, error);
    kept = close_text(w);
    if (!gau_document_writer_lacks_memory(w) && has_room(w->text.used))
        document = json_loadb(w->text.start, w->text.used, 0, NULL);
    w->text.used = kept;
    if (!document)
        gau_fail_memory(error, "documents of the result");
    return document;
}
