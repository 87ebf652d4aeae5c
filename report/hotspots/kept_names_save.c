/* SPDX-License-Identifier: Apache-2.0 */
#include "kept_names.h"

#include "symbolized_samples.h"

#include "documents/document.h"
#include "table/map.h"

#include <stdlib.h>
#include <string.h>

/* A table of symbols.json, and the rows that things have in it. */
struct table {
    json_t *rows;
    struct gau_map map; /* the row, from 1 on, by the number that the symbolizer has for a thing */
};

struct saving {
    struct gau_symbolizer *symbols;
    const struct gau_symbolized_samples *result;
    const struct gau_samples_module **kept; /* by number of the symbolizer; NULL: it is not */
    uint32_t module_count;
    struct table modules, files, functions, frames;
    bool failed; /* out of memory */
};

/* --- which modules ------------------------------------------------------------------------- */

/* Packages own the files there; others can install the same files again. */
static bool is_of_system(const char *path)
{
    static const char *const folders[] = {
        "/bin/",       "/sbin/",       "/lib/",         "/lib32/",   "/lib64/",
        "/libx32/",    "/usr/bin/",    "/usr/sbin/",    "/usr/lib/", "/usr/lib32/",
        "/usr/lib64/", "/usr/libx32/", "/usr/libexec/",
    };

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return false;
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Takes the row. */
static void add_row(struct saving *s, struct table *table, json_t *row)
{
    s->failed |= json_array_append_new(table->rows, row) != 0;
}

/* Finds the row of a thing, or returns false: the next one is to be added. */
static bool find_row(struct saving *s, struct table *table, uint32_t number, json_int_t *row)
{
    uint32_t step = 0;
    const uint32_t known = gau_map_next(&table->map, number, &step);
    const uint32_t next = (uint32_t)json_array_size(table->rows);

    *row = known ? known - 1 : next;
    if (!known)
        s->failed |= !gau_map_add(&table->map, number, next + 1);
    return known != 0;
}

static json_int_t put_module(struct saving *s, uint32_t module)
{
    const struct gau_samples_module *const found = s->kept[module];
    char text[GAU_KEPT_BUILD_ID_SIZE];
    json_int_t row;

    if (find_row(s, &s->modules, module, &row))
        return row;
    gau_kept_build_id(text, found->build_id, found->build_id_size);
    add_row(s, &s->modules,
            json_pack("{s:o, s:s}", "path", gau_document_text(found->path), "build_id", text));
    return row;
}

/* Returns null for an unknown file. */
static json_t *put_file(struct saving *s, uint32_t file)
{
    json_int_t row;

    if (!file)
        return json_null();
    if (!find_row(s, &s->files, file, &row))
        add_row(s, &s->files,
                json_pack("{s:o}", "path",
                          gau_document_text(gau_symbolizer_file(s->symbols, file))));
    return json_integer(row);
}

/* @p kind is one of gau_kept_kinds. */
static void add_function(struct saving *s, const struct gau_function *function, int kind)
{
    add_row(s, &s->functions,
            json_pack("{s:I, s:o, s:s, s:o, s:I, s:I, s:I}", "module",
                      put_module(s, function->module), "linkage",
                      gau_document_text(function->linkage), "kind", gau_kept_kinds[kind], "file",
                      put_file(s, function->file), "line", (json_int_t)function->line, "start",
                      (json_int_t)function->start, "size", (json_int_t)function->size));
}

static json_int_t put_function(struct saving *s, uint32_t number)
{
    const struct gau_function *const function = gau_symbolizer_function(s->symbols, number);
    json_int_t row;

    if (!s->kept[function->module]) { /* its function has no memory */
        s->failed = true;
        return 0;
    }
    if (!find_row(s, &s->functions, number, &row))
        add_function(s, function, (int)function->kind);
    return row;
}

static void put_frames(struct saving *s, const struct gau_symbolizer_resolved *resolved)
{
    for (uint32_t i = 0; i < resolved->frames.count; i++) {
        const struct gau_source_frame *const frame = &resolved->frames.items[i];

        add_row(s, &s->frames,
                json_pack("{s:I, s:I, s:o, s:I}", "address", (json_int_t)resolved->address,
                          "function", put_function(s, frame->function), "file",
                          put_file(s, frame->file), "line", (json_int_t)frame->line));
    }
}

/* --- names for other modules ---------------------------------------------------------------- */

/* Keeps the symbol of that name, up to an "@", in a module; its address is then resolved, too. */
static void put_public(struct saving *s, uint32_t module, const char *name)
{
    struct gau_function symbol = {.module = module};
    char *const text = strndup(name, strcspn(name, "@"));

    s->failed |= !text;
    if (text && gau_symbolizer_find_public(s->symbols, module, text, &symbol.start)) {
        gau_symbolizer_resolve(s->symbols, module, symbol.start);
        symbol.linkage = text;
        add_function(s, &symbol, GAU_KEPT_PUBLIC);
    }
    free(text);
}

/* Keeps what reports look for: functions that stubs jump to, and those that stand for a variant. */
static void put_publics(struct saving *s)
{
    for (uint32_t i = 0; i < gau_symbolizer_function_count(s->symbols); i++) {
        const struct gau_function *const function = gau_symbolizer_function(s->symbols, i);
        const char *const name = gau_symbolizer_public_name(s->symbols, i);

        if (function->kind == GAU_FUNCTION_STUB)
            for (uint32_t module = 1; module < s->module_count; module++)
                if (s->kept[module])
                    put_public(s, module, function->linkage);
        if (s->kept[function->module] && strcmp(name, function->name) != 0)
            put_public(s, function->module, name);
    }
}

/* --- all of it ----------------------------------------------------------------------------- */

static void resolve_stack(struct saving *s, uint32_t stack)
{
    const struct gau_samples_stack *const wanted = &s->result->profile->stacks[stack];

    gau_symbolizer_resolve(s->symbols, s->result->modules[wanted->module], wanted->address);
}

/* Finds the modules to keep, after the addresses in them have been resolved. Of other modules the
 * innermost ones are: they may be stubs, which jump to functions of the modules to keep. Their
 * callers are left out, as all of the C library takes 0.1 s where it has debug information. */
static void find_modules(struct saving *s)
{
    const struct gau_samples *const profile = s->result->profile;

    for (uint32_t i = 0; i < profile->sample_count; i++)
        resolve_stack(s, profile->samples[i].stack);
    for (uint32_t i = 1; i < profile->stack_count; i++)
        if (!is_of_system(profile->modules[profile->stacks[i].module].path))
            resolve_stack(s, i);
    for (uint32_t i = 1; i < profile->module_count; i++) {
        const struct gau_samples_module *const module = &profile->modules[i];
        const uint32_t number = s->result->modules[i];

        if (gau_symbolizer_module_is_read(s->symbols, number) &&
            !(module->flags & GAU_TRACE_MODULE_VDSO) && !is_of_system(module->path))
            s->kept[number] = module;
    }
}

static void put_all(struct saving *s)
{
    struct gau_symbolizer_resolved resolved;

    find_modules(s);
    put_publics(s);
    for (uint32_t i = 0; gau_symbolizer_resolved(s->symbols, i, &resolved); i++)
        if (s->kept[resolved.module])
            put_frames(s, &resolved);
    s->failed |= s->result->out_of_memory || gau_symbolizer_lacks_memory(s->symbols);
}

/* Takes the tables. */
static gau_status write_document(struct saving *s, gau_error *error)
{
    json_t *const document =
        json_pack("{s:i, s:o, s:o, s:o, s:o}", "schema", (int)GAU_DOCUMENT_SCHEMA, "modules",
                  s->modules.rows, "files", s->files.rows, "functions", s->functions.rows, "frames",
                  s->frames.rows);

    if (!document || s->failed)
        gau_fail_memory(error, "names of functions");
    else if (json_array_size(json_object_get(document, "frames")) > 0)
        gau_document_save(s->result->folder, "symbols", document, error);
    json_decref(document);
    return error->status;
}

static gau_status save_names(const struct gau_symbolized_samples *result, gau_error *error)
{
    const uint32_t count = result->profile->module_count; /* numbers of modules are smaller */
    struct saving s = {
        .symbols = result->symbols,
        .result = result,
        .module_count = count,
        .kept = calloc(count, sizeof *s.kept),
    };
    struct table *const tables[] = {&s.modules, &s.files, &s.functions, &s.frames};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        tables[i]->rows = json_array();
    if (s.kept)
        put_all(&s);
    else
        s.failed = true;
    write_document(&s, error);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        gau_map_clear(&tables[i]->map);
    free(s.kept);
    return error->status;
}

gau_status gau_kept_names_save(const char *folder, gau_error *error)
{
    struct gau_symbolized_samples result;
    gau_error unread = {0};

    if (!gau_symbolized_samples_open(&result, folder, false, &unread))
        return unread.status == GAU_ERR_MEMORY ? gau_error_copy(error, &unread) : GAU_OK;
    save_names(&result, error);
    gau_symbolized_samples_clear(&result);
    return error->status;
}
