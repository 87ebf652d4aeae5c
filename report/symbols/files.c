/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <dwarf.h>
#include <limits.h>
#include <string.h>

/*
 * Source files are known by paths that depend on where the compiler was run: "./x/../include/f.h"
 * and "./y/../include/f.h" are one file, and here one number.
 */

/* Adds the parts of a path to one, without "." and what ".." takes back; returns its length, which
 * is at most that of both with a slash. */
static size_t add_parts(char *path, size_t size, const char *text)
{
    if (*text == '/')
        path[0] = '/';
    size = *text == '/' ? 1 : size;
    while (*text) {
        const size_t length = strcspn(text, "/");
        size_t last = size; /* where the last part begins */

        while (last > 0 && path[last - 1] != '/')
            last--;
        if (length == 2 && memcmp(text, "..", 2) == 0 && size > 0 &&
            (size - last != 2 || memcmp(path + last, "..", 2) != 0)) {
            size = last > 1 ? last - 1 : last;
        } else if (length > 0 && (length > 1 || *text != '.')) {
            if (size > 0 && path[size - 1] != '/')
                path[size++] = '/';
            memcpy(path + size, text, length);
            size += length;
        }
        text += length + (text[length] == '/');
    }
    return size;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *folder = NULL;

    if (dwarf_attr(unit, DW_AT_comp_dir, &attribute))
        folder = dwarf_formstring(&attribute);
    return folder ? folder : "";
}

uint32_t gau_files_put(struct gau_symbolizer *symbols, Dwarf_Die *unit, const char *text)
{
    char path[PATH_MAX];
    const char *folder;

    if (!text || !*text || !strcmp(text, "???")) /* elfutils has no name for it either */
        return 0;
    folder = folder_of(unit);
    if (strlen(folder) + strlen(text) + 1 > sizeof path)
        return gau_texts_put(&symbols->texts, text);
    return gau_texts_put_part(&symbols->texts, path,
                              add_parts(path, add_parts(path, 0, folder), text));
}
