/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_documents.h"

#include "document.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Whether the file at @p path lies in @p folder, whatever both are called. */
static bool lies_in(const char *path, const char *folder)
{
    const char *const slash = strrchr(path, '/');
    const int length = !slash ? 1 : slash == path ? 1 : (int)(slash - path);
    char parent[PATH_MAX];
    struct stat of_file, of_folder;

    snprintf(parent, sizeof parent, "%.*s", length, slash ? path : ".");
    return stat(parent, &of_file) == 0 && stat(folder, &of_folder) == 0 &&
           of_file.st_dev == of_folder.st_dev && of_file.st_ino == of_folder.st_ino;
}

void gau_trace_documents_read(const char *folder,
                              void (*add)(void *user, const char *path, gau_error *error),
                              void *user, gau_error *error)
{
    struct gau_document_names names = {0};
    gau_error ignored = {0};

    if (gau_document_list(&names, folder, &ignored) < 0 && ignored.status == GAU_ERR_MEMORY)
        gau_fail_memory(error, "documents of '%.*s'", GAU_QUOTE(folder));
    for (size_t i = 0; i < names.count && error->status == GAU_OK; i++) {
        json_t *const document = gau_document_is(names.items[i], "timeline")
                                     ? gau_document_load(folder, names.items[i], &ignored)
                                     : NULL;
        const char *const path = json_string_value(json_object_get(document, "file"));
        struct stat info;

        if (path && stat(path, &info) == 0 && S_ISREG(info.st_mode) && !lies_in(path, folder))
            add(user, path, error);
        json_decref(document);
    }
    gau_document_names_clear(&names);
}
