/* SPDX-License-Identifier: Apache-2.0 */
#include "manifest.h"

#include "file_kind.h"
#include "registry.h"
#include "scope.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 4096 };

static void close_file(FILE *file)
{
    if (file)
        fclose(file);
}

GAU_DEFINE_SCOPED(FILE, close_file)

static gau_status kind_of(gau_class_kind *out, const char *text)
{
    for (gau_class_kind kind = GAU_CLASS_ALGORITHM; kind <= GAU_CLASS_INPUT; kind++) {
        if (strcmp(gau_class_kind_text(kind), text) == 0) {
            *out = kind;
            return GAU_OK;
        }
    }
    return GAU_ERR_SYNTAX;
}

/* Cuts a line at its three tabs. */
static bool cut(char *line, char *fields[4])
{
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < 4; i++) {
        fields[i] = line;
        line = strchr(line, '\t');
        if (i < 3 && !line)
            return false;
        if (line && i < 3)
            *line++ = '\0';
    }
    return fields[1][0] && fields[2][0];
}

static gau_status add_class(gau_registry *registry, const char *folder, char *fields[4],
                            gau_error *err)
{
    const size_t size =
        strlen(folder) + strlen(fields[1]) + strlen(fields[2]) + strlen(fields[3]) + 4;
    struct gau_known *known;
    gau_class_entry entry = {0};
    char *texts, *summary, *file;
    bool found;

    if (kind_of(&entry.kind, fields[0]) < 0)
        return gau_fail(err, GAU_ERR_SYNTAX, "'%.*s' is not a kind of component",
                        GAU_QUOTE(fields[0]));
    texts = malloc(size + 1);
    if (!texts)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for class '%s'", fields[1]);
    summary = texts + sprintf(texts, "%s", fields[1]) + 1;
    file = summary + sprintf(summary, "%s", fields[3]) + 1;
    sprintf(file, "%s/%s", folder, fields[2]);
    entry.name = texts;
    entry.summary = summary;
    entry.file = file;
    known = gau_registry_insert(registry, texts, &found);
    if (!known || found) {
        free(texts);
        return known ? GAU_OK
                     : gau_fail(err, GAU_ERR_MEMORY, "no memory for class '%s'", fields[1]);
    }
    known->entry = entry;
    known->texts = texts;
    return GAU_OK;
}

static gau_status read_manifest(gau_registry *registry, const char *folder, const char *name,
                                gau_error *err)
{
    char path[PATH_MAX], line[MAX_LINE], *fields[4];
    GAU_SCOPED(FILE) file = NULL;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    struct stat info;

    if (length > 0 && (size_t)length < sizeof path && stat(path, &info) == 0 &&
        !S_ISREG(info.st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a regular file", path,
                        gau_file_kind(info.st_mode));
    if (length < 0 || (size_t)length >= sizeof path || !(file = fopen(path, "re")))
        return gau_fail(err, GAU_ERR_IO, "%s/%s: %s", folder, name, strerror(errno));
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        gau_status status;

        if (strlen(line) == sizeof line - 1)
            return gau_fail(err, GAU_ERR_SYNTAX, "%s:%d: a line of a manifest has at most %d bytes",
                            path, number, MAX_LINE - 2);
        if (!cut(line, fields))
            return gau_fail(err, GAU_ERR_SYNTAX,
                            "%s:%d: a line of a manifest is: kind, class, file, summary, "
                            "separated by tabs",
                            path, number);
        status = add_class(registry, folder, fields, err);
        if (status < 0)
            return gau_error_wrap(err, status, "%s:%d", path, number);
    }
    if (ferror(file))
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    return GAU_OK;
}

static int is_manifest(const struct dirent *entry)
{
    const char *const dot = strrchr(entry->d_name, '.');

    return dot && strcmp(dot, ".manifest") == 0;
}

gau_status gau_manifest_scan(gau_registry *registry, const char *folder, bool required,
                             gau_error *err)
{
    struct dirent **entries = NULL;
    gau_status status = GAU_OK;
    const int n = scandir(folder, &entries, is_manifest, alphasort);

    if (n < 0 && (required || (errno != ENOENT && errno != ENOTDIR)))
        return gau_fail(err, GAU_ERR_IO, "module folder '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    for (int i = 0; i < n; i++) {
        if (status >= 0)
            status = read_manifest(registry, folder, entries[i]->d_name, err);
        free(entries[i]);
    }
    free(entries);
    return status;
}
