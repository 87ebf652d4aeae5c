/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_symbols.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"
#include "table/map.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Rows refer to others by their numbers. Modules are the same if path and build id are; rows of
 * files and functions are appended, and so are the frames of an address that is new.
 */
enum { MODULES, FILES, FUNCTIONS, FRAMES, N_TABLES };

static const char *const names[N_TABLES] = {"modules", "files", "functions", "frames"};

struct merging {
    json_t *tables[N_TABLES];
    struct gau_map by_module, by_address;
    size_t first[N_TABLES]; /* row of the result that is being added */
    json_int_t *modules;    /* rows of its modules */
    bool no_memory;
};

static const char *text_of(const json_t *row, const char *key)
{
    const char *const text = json_string_value(json_object_get(row, key));

    return text ? text : "";
}

static void append(struct merging *m, unsigned table, json_t *row)
{
    m->no_memory |= json_array_append(m->tables[table], row) != 0;
}

/* --- modules ------------------------------------------------------------------------------- */

static json_int_t add_module(struct merging *m, json_t *row)
{
    const char *const path = text_of(row, "path"), *const id = text_of(row, "build_id");
    const uint64_t hash = gau_hash_mix(gau_map_hash(path), gau_map_hash(id));
    uint32_t at;

    for (uint32_t step = 0; (at = gau_map_next(&m->by_module, hash, &step));) {
        const json_t *const there = json_array_get(m->tables[MODULES], at - 1);

        if (strcmp(text_of(there, "path"), path) == 0 &&
            strcmp(text_of(there, "build_id"), id) == 0)
            return at - 1;
    }
    append(m, MODULES, row);
    at = (uint32_t)json_array_size(m->tables[MODULES]);
    m->no_memory |= !gau_map_add(&m->by_module, hash, at);
    return at - 1;
}

static void add_modules(struct merging *m, const json_t *rows)
{
    const size_t n = json_array_size(rows);

    free(m->modules);
    m->modules = calloc(n + 1, sizeof *m->modules);
    m->no_memory |= !m->modules;
    for (size_t i = 0; i < n && !m->no_memory; i++)
        m->modules[i] = add_module(m, json_array_get(rows, i));
}

/* --- the others ---------------------------------------------------------------------------- */

/* A number of a row of a table that was appended. */
static void move_number(struct merging *m, json_t *row, const char *key, unsigned table)
{
    json_t *const number = json_object_get(row, key);

    if (json_is_integer(number))
        m->no_memory |= json_object_set_new(row, key,
                                            json_integer(json_integer_value(number) +
                                                         (json_int_t)m->first[table])) != 0;
}

static void add_functions(struct merging *m, const json_t *rows, size_t modules)
{
    for (size_t i = 0; i < json_array_size(rows) && !m->no_memory; i++) {
        json_t *const row = json_array_get(rows, i);
        const size_t module = (size_t)json_integer_value(json_object_get(row, "module"));

        if (module < modules)
            m->no_memory |=
                json_object_set_new(row, "module", json_integer(m->modules[module])) != 0;
        move_number(m, row, "file", FILES);
        append(m, FUNCTIONS, row);
    }
}

static uint64_t address_of(const struct merging *m, const json_t *row)
{
    const size_t function = (size_t)json_integer_value(json_object_get(row, "function"));
    const json_t *const module =
        json_object_get(json_array_get(m->tables[FUNCTIONS], function), "module");

    return gau_hash_mix((uint64_t)json_integer_value(json_object_get(row, "address")),
                        (uint64_t)json_integer_value(module));
}

/* The frames of an address follow each other. Two addresses with one hash would have the names of
 * the first. */
static void add_frames(struct merging *m, const json_t *rows)
{
    uint64_t last = 0;
    bool is_new = true;

    for (size_t i = 0; i < json_array_size(rows) && !m->no_memory; i++) {
        json_t *const row = json_array_get(rows, i);
        uint32_t step = 0;
        uint64_t address;

        move_number(m, row, "function", FUNCTIONS);
        move_number(m, row, "file", FILES);
        address = address_of(m, row);
        if (i == 0 || address != last) {
            is_new = !gau_map_next(&m->by_address, address, &step);
            if (is_new)
                m->no_memory |= !gau_map_add(&m->by_address, address, 1);
        }
        last = address;
        if (is_new)
            append(m, FRAMES, row);
    }
}

static void add_document(struct merging *m, json_t *document)
{
    const json_t *rows[N_TABLES];

    for (unsigned i = 0; i < N_TABLES; i++) {
        rows[i] = json_object_get(document, names[i]);
        m->first[i] = json_array_size(m->tables[i]);
    }
    add_modules(m, rows[MODULES]);
    for (size_t i = 0; i < json_array_size(rows[FILES]); i++)
        append(m, FILES, json_array_get(rows[FILES], i));
    add_functions(m, rows[FUNCTIONS], json_array_size(rows[MODULES]));
    add_frames(m, rows[FRAMES]);
}

gau_status gau_merge_symbols(const char *const *folders, size_t n, const char *into,
                             gau_error *error)
{
    struct merging m = {0};
    json_t *merged = json_pack("{s:i}", "schema", (int)GAU_DOCUMENT_SCHEMA);

    for (unsigned i = 0; i < N_TABLES; i++) {
        m.tables[i] = json_array();
        m.no_memory |= json_object_set_new(merged, names[i], m.tables[i]) != 0;
    }
    for (size_t i = 0; i < n && !m.no_memory && error->status == GAU_OK; i++) {
        char path[PATH_MAX];
        json_t *document;

        if (!gau_document_path(path, folders[i], "symbols", error) || access(path, F_OK) != 0)
            continue;
        document = gau_document_load(folders[i], "symbols", error);
        if (document)
            add_document(&m, document);
        json_decref(document);
    }
    if (m.no_memory)
        gau_fail_memory(error, "names of functions");
    else if (error->status == GAU_OK && json_array_size(m.tables[FRAMES]) > 0)
        gau_document_save(into, "symbols", merged, error);
    json_decref(merged);
    gau_map_clear(&m.by_module);
    gau_map_clear(&m.by_address);
    free(m.modules);
    return error->status;
}
