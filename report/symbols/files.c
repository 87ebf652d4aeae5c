/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <dwarf.h>
#include <limits.h>
#include <string.h>

/*
 * Source files are known by paths that depend on where the compiler was run: "./x/../include/f.h"
 * and "./y/../include/f.h" are one file, and here one number.
 */

struct path {
    char text[PATH_MAX];
    size_t size;
};

static bool ends_with_parent(const struct path *path)
{
    return path->size >= 2 && !memcmp(path->text + path->size - 2, "..", 2) &&
           (path->size == 2 || path->text[path->size - 3] == '/');
}

static void leave_folder(struct path *path)
{
    while (path->size && path->text[path->size - 1] != '/')
        path->size--;
    if (path->size > 1)
        path->size--;
}

/* False: it is too long. */
static bool add_part(struct path *path, const char *part, size_t size)
{
    const bool root = path->size == 1 && path->text[0] == '/';

    if (!size || (size == 1 && part[0] == '.'))
        return true;
    if (size == 2 && !memcmp(part, "..", 2) && path->size && !ends_with_parent(path)) {
        leave_folder(path);
        return true;
    }
    if (path->size + size + 2 > sizeof path->text)
        return false;
    if (path->size && !root)
        path->text[path->size++] = '/';
    memcpy(path->text + path->size, part, size);
    path->size += size;
    return true;
}

static bool add_all(struct path *path, const char *text)
{
    if (*text == '/') {
        path->text[0] = '/';
        path->size = 1;
    }
    while (*text) {
        const size_t size = strcspn(text, "/");

        if (!add_part(path, text, size))
            return false;
        text += size + (text[size] == '/');
    }
    return true;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    const char *folder = NULL;

    if (dwarf_attr(unit, DW_AT_comp_dir, &attribute))
        folder = dwarf_formstring(&attribute);
    return folder ? folder : "";
}

static uint32_t put(struct gau_symbolizer *symbols, const char *folder, const char *text)
{
    struct path path = {.size = 0};

    if (add_all(&path, folder) && add_all(&path, text))
        return gau_texts_put_part(&symbols->texts, path.text, path.size);
    return gau_texts_put(&symbols->texts, text);
}

uint32_t gau_files_put(struct gau_symbolizer *symbols, Dwarf_Die *unit, const char *text)
{
    const uint64_t key = gau_mix((uint64_t)(uintptr_t)text, (uint64_t)(uintptr_t)unit->cu);
    uint32_t step = 0;
    uint32_t file;

    if (!text || !*text || !strcmp(text, "???")) /* elfutils has no name for it either */
        return 0;
    file = gau_map_next(&symbols->file_map, key, &step);
    if (file)
        return file;
    file = put(symbols, folder_of(unit), text);
    if (file)
        gau_map_add(&symbols->file_map, key, file);
    return file;
}
