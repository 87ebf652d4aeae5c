/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include "files/file_replace.h"
#include "table/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void gau_view_list(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);

    snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

static gau_status no_memory(gau_error *error)
{
    return gau_fail_memory(error, "documents of the result");
}

bool gau_document_path(char path[PATH_MAX], const char *folder, const char *name, gau_error *error)
{
    if (snprintf(path, PATH_MAX, "%s/%s.json", folder, name) < PATH_MAX)
        return true;
    gau_fail_first(error, GAU_ERR_IO, "'%.*s': the name of the folder is too long",
                   GAU_QUOTE(folder));
    return false;
}

/* --- reading ------------------------------------------------------------------------------- */

/* Opening does not block, so that a FIFO or a device is refused without waiting for it. */
FILE *gau_document_open(const char *path, gau_error *error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat file_status;
    FILE *file = NULL;

    if (fd < 0 || fstat(fd, &file_status) != 0)
        gau_fail_first(error, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(file_status.st_mode))
        gau_fail_first(error, GAU_ERR_IO, "%s: not a regular file", path);
    else if (file_status.st_size > GAU_DOCUMENT_SIZE_MAX)
        gau_fail_first(error, GAU_ERR_IO, "%s: larger than 256 MiB", path);
    else if (!(file = fdopen(fd, "r")))
        no_memory(error);
    if (!file && fd >= 0)
        close(fd);
    return file;
}

/* The parser quotes what it has read, which may be anything. The message leaves that out. */
void gau_document_refuse(const char *path, const json_error_t *parse, gau_error *error)
{
    const char *const near = strstr(parse->text, " near '");
    const int length = near ? (int)(near - parse->text) : (int)strlen(parse->text);

    gau_fail_first(error, GAU_ERR_IO, "%s:%d: not a JSON document: %.*s", path, parse->line, length,
                   parse->text);
}

/* Letter by letter a file would be locked for each, where there are threads. */
static size_t read_piece(void *buffer, size_t size, void *user)
{
    return fread(buffer, 1, size, user);
}

json_t *gau_document_load(const char *folder, const char *name, gau_error *error)
{
    char path[PATH_MAX];
    json_error_t parse;
    json_t *document;
    FILE *file;

    if (!gau_document_path(path, folder, name, error))
        return NULL;
    file = gau_document_open(path, error);
    if (!file)
        return NULL;
    errno = 0;
    document = json_load_callback(read_piece, file, JSON_REJECT_DUPLICATES, &parse);
    fclose(file);
    if (errno == ENOMEM) { /* the parser may skip letters without an error */
        json_decref(document);
        document = NULL;
        no_memory(error);
    } else if (!document) {
        gau_document_refuse(path, &parse, error);
    } else if (!json_is_object(document)) {
        gau_fail_first(error, GAU_ERR_IO, "%s: not a document of gaudit: not a JSON object", path);
        json_decref(document);
        document = NULL;
    }
    return document;
}

/* --- writing ------------------------------------------------------------------------------- */

static gau_status save_document(const char *folder, const char *name, json_t *document,
                                int (*replace)(const char *, const char *, size_t),
                                gau_error *error)
{
    char path[PATH_MAX], *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    if (out)
        gau_document_write(document, out);
    if (!out || fclose(out) != 0)
        no_memory(error);
    else if (gau_document_path(path, folder, name, error))
        gau_output_fail(path, replace(path, text, size), error);
    free(text);
    return error->status;
}

gau_status gau_document_save(const char *folder, const char *name, json_t *document,
                             gau_error *error)
{
    return save_document(folder, name, document, gau_replace_with, error);
}

gau_status gau_document_save_in_room(const char *folder, const char *name, json_t *document,
                                     gau_error *error)
{
    return save_document(folder, name, document, gau_replace_in_room, error);
}

gau_status gau_document_reserve(const char *folder, const char *name, size_t size, gau_error *error)
{
    char path[PATH_MAX];

    if (gau_document_path(path, folder, name, error))
        gau_output_fail(path, gau_replace_reserve(path, size), error);
    return error->status;
}

bool gau_document_key_is_data(const char *key)
{
    static const char *const others[] = {"schema", "instance", "merge", "merge_order"};
    static const char exact[] = "_exact";
    const size_t length = strlen(key), n = sizeof exact - 1;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(key, others[i]) == 0)
            return false;
    return length <= n || strcmp(key + length - n, exact) != 0;
}

bool gau_document_put_unwritten(json_t *run, const char *name)
{
    json_t *list = json_object_get(run, "unwritten");

    if (!list && gau_document_put(run, "unwritten", json_array()))
        list = json_object_get(run, "unwritten");
    return json_array_append_new(list, json_sprintf("%s.json", name)) == 0;
}

/* --- listing ------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    char *const *const left = a, *const *const right = b;

    return strcmp(*left, *right);
}

static int is_document(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return entry->d_name[0] != '.' && length > 5 &&
           strcmp(entry->d_name + length - 5, ".json") == 0;
}

gau_status gau_document_list(struct gau_document_names *out, const char *folder, gau_error *error)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_document, NULL);

    *out = (struct gau_document_names){0};
    if (n < 0)
        return gau_fail_first(error, errno == ENOMEM ? GAU_ERR_MEMORY : GAU_ERR_USAGE,
                              "'%.*s' is not a result folder: %s", GAU_QUOTE(folder),
                              strerror(errno));
    out->items = calloc((size_t)n + 1, sizeof *out->items);
    for (int i = 0; i < n; i++) {
        const char *const name = entries[i]->d_name;

        if (out->items && (out->items[out->count] = strndup(name, strlen(name) - 5)))
            out->count++;
        free(entries[i]);
    }
    free(entries);
    if (!out->items || out->count < (size_t)n) {
        gau_document_names_clear(out);
        return no_memory(error);
    }
    qsort(out->items, out->count, sizeof *out->items, by_name);
    return GAU_OK;
}

void gau_document_names_clear(struct gau_document_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
    *names = (struct gau_document_names){0};
}

bool gau_document_is(const char *name, const char *kind)
{
    const size_t length = strlen(kind);

    return strncmp(name, kind, length) == 0 && (name[length] == '\0' || name[length] == '-');
}

const char *gau_document_of_kind(const struct gau_document_names *names, const char *kind)
{
    const char *only = NULL;
    size_t n = 0;

    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], kind) == 0)
            return names->items[i];
        if (gau_document_is(names->items[i], kind)) {
            only = names->items[i];
            n++;
        }
    }
    return n == 1 ? only : NULL;
}
