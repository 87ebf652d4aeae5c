/* SPDX-License-Identifier: Apache-2.0 */
#include "kept_names.h"

#include "documents/document.h"
#include "documents/document_fields.h"
#include "table/heap.h"
#include "table/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rows of the tables of symbols.json. Texts are those of the document. */

struct module {
    const char *path, *build_id;
    uint32_t number; /* of the symbolizer; 0: it has not been asked for */
};

struct frame {
    uint32_t function;
    uint32_t line;
    int64_t file; /* -1: unknown */
    uint64_t address;
};

struct gau_kept_names {
    const char *folder;
    bool read;
    json_t *document;
    struct gau_bump_allocator heap;
    struct module *modules;
    const char **files;
    struct gau_function *functions; /* `module` is a row, `base` the path of the file */
    struct frame *frames;
    size_t module_count, file_count, function_count, frame_count;
    struct gau_map map; /* of module and address: the first frame, from 1 on */
};

const char *const gau_kept_kinds[] = {"named", "address", "stub", "public"};

void gau_kept_build_id(char text[GAU_KEPT_BUILD_ID_SIZE], const uint8_t *build_id, uint32_t size)
{
    text[0] = '\0';
    for (uint32_t i = 0; i < size && i < GAU_KEPT_BUILD_ID_SIZE / 2; i++)
        snprintf(text + (size_t)2 * i, 3, "%02x", build_id[i]);
}

/* --- reading ------------------------------------------------------------------------------- */

/* Returns a number of a row, which must exist. */
static uint32_t row_of(const struct gau_document_fields *row, const char *key, size_t count)
{
    const int64_t number = gau_document_fields_count(row, key);

    if ((uint64_t)number < count)
        return (uint32_t)number;
    gau_fail_first(row->error, GAU_ERR_IO, "%s.json: %s[%zu].%s: there is no row %lld",
                   row->document, row->table, row->row, key, (long long)number);
    return 0;
}

static int64_t file_of(const struct gau_document_fields *row, size_t count)
{
    return gau_document_fields_number_or_none(row, "file") < 0
               ? -1
               : (int64_t)row_of(row, "file", count);
}

static void read_module(struct gau_kept_names *names, const struct gau_document_fields *row)
{
    names->modules[row->row] = (struct module){
        .path = gau_document_fields_text(row, "path"),
        .build_id = gau_document_fields_text(row, "build_id"),
    };
}

static void read_file(struct gau_kept_names *names, const struct gau_document_fields *row)
{
    names->files[row->row] = gau_document_fields_text(row, "path");
}

static void read_function(struct gau_kept_names *names, const struct gau_document_fields *row)
{
    const char *const kind = gau_document_fields_text(row, "kind");
    const int64_t file = file_of(row, names->file_count);
    unsigned number = 0;

    while (number < GAU_KEPT_KINDS && strcmp(kind, gau_kept_kinds[number]) != 0)
        number++;
    if (number == GAU_KEPT_KINDS)
        gau_fail_first(row->error, GAU_ERR_IO, "%s.json: %s[%zu].kind: there is no '%.*s'",
                       row->document, row->table, row->row, GAU_QUOTE(kind));
    names->functions[row->row] = (struct gau_function){
        .linkage = gau_document_fields_text(row, "linkage"),
        .module = row_of(row, "module", names->module_count),
        .base = file >= 0 && row->error->status == GAU_OK ? names->files[file] : "",
        .line = (uint32_t)gau_document_fields_count(row, "line"),
        .kind = (enum gau_function_kind)number,
        .start = (uint64_t)gau_document_fields_count(row, "start"),
        .size = (uint64_t)gau_document_fields_count(row, "size"),
    };
}

static uint64_t key_of(uint32_t module, uint64_t address)
{
    return gau_hash_mix(address, module);
}

/* The frames of one address follow each other. */
static void read_frame(struct gau_kept_names *names, const struct gau_document_fields *row)
{
    struct frame *const frame = &names->frames[row->row];
    const struct frame *const before = row->row ? frame - 1 : NULL;
    uint32_t module;

    *frame = (struct frame){
        .function = row_of(row, "function", names->function_count),
        .file = file_of(row, names->file_count),
        .line = (uint32_t)gau_document_fields_count(row, "line"),
        .address = (uint64_t)gau_document_fields_count(row, "address"),
    };
    if (row->error->status != GAU_OK)
        return;
    module = names->functions[frame->function].module;
    if (before && before->address == frame->address &&
        names->functions[before->function].module == module)
        return;
    if (!gau_map_add(&names->map, key_of(module, frame->address), (uint32_t)row->row + 1))
        gau_fail_memory(row->error, "names");
}

/* Tables that others refer to come first. */
static void read_tables(struct gau_kept_names *names, const struct gau_document_fields *fields)
{
    const struct {
        const char *name;
        void *items;
        size_t *count, size;
        void (*read)(struct gau_kept_names *, const struct gau_document_fields *);
    } tables[] = {
        {"modules", &names->modules, &names->module_count, sizeof *names->modules, read_module},
        {"files", &names->files, &names->file_count, sizeof *names->files, read_file},
        {"functions", &names->functions, &names->function_count, sizeof *names->functions,
         read_function},
        {"frames", &names->frames, &names->frame_count, sizeof *names->frames, read_frame},
    };

    for (size_t i = 0; fields->error->status == GAU_OK && i < sizeof tables / sizeof *tables; i++) {
        const json_t *const rows = gau_document_fields_table(fields, tables[i].name, true);
        const size_t count = json_array_size(rows);
        void *const items = gau_bump_allocator_take(&names->heap, count * tables[i].size);

        if (!items)
            gau_fail_memory(fields->error, "names");
        memcpy(tables[i].items, &items, sizeof items);
        *tables[i].count = count;
        for (size_t row = 0; fields->error->status == GAU_OK && row < count; row++) {
            const struct gau_document_fields at =
                gau_document_fields_row(fields, tables[i].name, rows, row);

            if (fields->error->status == GAU_OK)
                tables[i].read(names, &at);
        }
    }
}

/* Reads all, or nothing and warns. */
static void read_names(struct gau_kept_names *names, struct gau_symbolizer *symbols)
{
    char path[PATH_MAX], stem[PATH_MAX], text[PATH_MAX + 1024];
    gau_error error = {0};

    names->read = true;
    if (!gau_document_path(path, names->folder, "symbols", &error) ||
        (access(path, F_OK) != 0 && errno == ENOENT))
        return;
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(path) - strlen(".json")), path);
    names->document = gau_document_load(names->folder, "symbols", &error);
    if (names->document) {
        const struct gau_document_fields fields =
            gau_document_fields_of(names->document, stem, &error);

        read_tables(names, &fields);
    }
    if (error.status == GAU_OK)
        return;
    names->module_count = 0;
    snprintf(text, sizeof text, "names that were kept are not used: %s", error.message);
    gau_symbolizer_warn(symbols, text);
}

/* --- for a symbolizer ---------------------------------------------------------------------- */

static bool know_module(void *user, struct gau_symbolizer *symbols, uint32_t number,
                        const struct gau_symbolizer_module *module)
{
    struct gau_kept_names *const names = user;
    char build_id[GAU_KEPT_BUILD_ID_SIZE];
    size_t i = 0;

    if (!names->read)
        read_names(names, symbols);
    gau_kept_build_id(build_id, module->build_id, module->build_id_size);
    while (i < names->module_count && (strcmp(names->modules[i].path, module->path) != 0 ||
                                       strcmp(names->modules[i].build_id, build_id) != 0))
        i++;
    if (i == names->module_count)
        return false;
    names->modules[i].number = number;
    for (size_t k = 0; k < names->function_count; k++)
        if (names->functions[k].module == i && (int)names->functions[k].kind == GAU_KEPT_PUBLIC)
            gau_symbolizer_add_public(symbols, number, names->functions[k].linkage,
                                      names->functions[k].start);
    return true;
}

static bool is_at(const struct gau_kept_names *names, size_t frame, uint32_t module,
                  uint64_t address)
{
    return frame < names->frame_count && names->frames[frame].address == address &&
           names->functions[names->frames[frame].function].module == module;
}

/* A function has its start and size from where it is called, as when its file is read. */
static struct gau_source_frame frame_of(const struct gau_kept_names *names,
                                        struct gau_symbolizer *symbols, uint32_t module,
                                        const struct frame *frame, bool inlined)
{
    struct gau_function function = names->functions[frame->function];

    function.module = module;
    function.file = gau_symbolizer_put_file(symbols, function.base);
    if (inlined)
        function.start = function.size = 0;
    return (struct gau_source_frame){
        .function = gau_symbolizer_put_function(symbols, &function),
        .file = gau_symbolizer_put_file(symbols, frame->file < 0 ? "" : names->files[frame->file]),
        .line = (uint32_t)frame->line,
        .inlined = inlined,
    };
}

static uint32_t find_frames(void *user, struct gau_symbolizer *symbols, uint32_t module,
                            uint64_t address, struct gau_source_frame *frames, uint32_t size)
{
    const struct gau_kept_names *const names = user;
    uint32_t row = 0, count = 0, step = 0, first;

    while (row < names->module_count && names->modules[row].number != module)
        row++;
    do
        first = gau_map_next(&names->map, key_of(row, address), &step);
    while (first && !is_at(names, first - 1, row, address));
    for (size_t i = first; first && count < size && is_at(names, i - 1, row, address); i++) {
        const bool inlined = is_at(names, i, row, address) && count + 1 < size;

        frames[count++] = frame_of(names, symbols, module, &names->frames[i - 1], inlined);
    }
    return count;
}

struct gau_symbolizer_names gau_kept_names_source(struct gau_kept_names *names)
{
    return (struct gau_symbolizer_names){names, know_module, find_frames};
}

/* --- life ---------------------------------------------------------------------------------- */

struct gau_kept_names *gau_kept_names_new(const char *folder)
{
    struct gau_kept_names *const names = calloc(1, sizeof *names);

    if (names)
        names->folder = folder;
    return names;
}

void gau_kept_names_free(struct gau_kept_names *names)
{
    if (!names)
        return;
    json_decref(names->document);
    gau_bump_allocator_clear(&names->heap);
    gau_map_clear(&names->map);
    free(names);
}
