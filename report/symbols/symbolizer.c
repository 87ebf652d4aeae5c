/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolizer.h"

#include "symbolizer_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENTENCE_MAX = 8192, LOWEST_CODE = 4096 };

/* --- modules -------------------------------------------------------------------------------- */

/* A search without an index is enough, as modules are few. */
static uint32_t find_module(const struct gau_symbolizer *symbols, const char *path,
                            const struct gau_symbolizer_module *wanted)
{
    uint32_t number = symbols->module_count;

    for (; number > 0; number--) {
        const struct gau_elf_module *module = symbols->modules[number - 1];

        if (module->path == path && module->vdso == wanted->vdso &&
            module->build_id_size == wanted->build_id_size &&
            (!wanted->build_id_size ||
             !memcmp(module->build_id, wanted->build_id, wanted->build_id_size)))
            break;
    }
    return number;
}

static struct gau_elf_module *new_module(struct gau_symbolizer *symbols, const char *path,
                                         const struct gau_symbolizer_module *from)
{
    struct gau_elf_module *module = gau_bump_allocator_take(&symbols->heap, sizeof *module);
    uint8_t *build_id = gau_bump_allocator_take(&symbols->heap, from->build_id_size);
    const char *slash = strrchr(path, '/');

    if (!module || !build_id)
        return NULL;
    if (from->build_id_size)
        memcpy(build_id, from->build_id, from->build_id_size);
    module->path = path;
    module->name = slash && slash[1] ? slash + 1 : path;
    module->build_id = build_id;
    module->build_id_size = from->build_id_size;
    module->recorded_ns = from->recorded_ns;
    module->vdso = from->vdso;
    module->any_build = from->any_build;
    if (module->vdso)
        module->name = "[vdso]";
    return module;
}

uint32_t gau_symbolizer_add_module(struct gau_symbolizer *symbols,
                                   const struct gau_symbolizer_module *module)
{
    const uint32_t text = gau_text_pool_put(&symbols->texts, module->path);
    const char *path = symbols->texts.items[text];
    const uint32_t known = find_module(symbols, path, module);
    struct gau_elf_module *added;

    if (known)
        return known;
    added = *module->path && !text ? NULL : new_module(symbols, path, module);
    if (!added || !gau_array_grow(&symbols->modules, symbols->module_count, &symbols->module_size,
                                  sizeof *symbols->modules))
        return 0;
    symbols->modules[symbols->module_count++] = added;
    return symbols->module_count;
}

static const struct gau_elf_module *module_at(const struct gau_symbolizer *symbols, uint32_t number)
{
    return number && number <= symbols->module_count ? symbols->modules[number - 1] : NULL;
}

const char *gau_symbolizer_module_name(const struct gau_symbolizer *symbols, uint32_t module)
{
    const struct gau_elf_module *found = module_at(symbols, module);

    return found ? found->name : "[Unknown]";
}

const char *gau_symbolizer_module_path(const struct gau_symbolizer *symbols, uint32_t module)
{
    const struct gau_elf_module *found = module_at(symbols, module);

    return found ? found->path : "";
}

bool gau_symbolizer_module_is_read(const struct gau_symbolizer *symbols, uint32_t module)
{
    const struct gau_elf_module *found = module_at(symbols, module);

    return found && (found->dwfl || found->kept || found->vdso);
}

/* --- addresses -------------------------------------------------------------------------------- */

static bool has_other_names(struct gau_symbolizer *symbols, uint32_t number)
{
    struct gau_elf_module *const module = symbols->modules[number - 1];
    const struct gau_symbolizer_module wanted = {.path = module->path,
                                                 .build_id = module->build_id,
                                                 .build_id_size = module->build_id_size};

    if (symbols->others.know_module)
        module->kept = symbols->others.know_module(symbols->others.user, symbols, number, &wanted);
    gau_symbol_table_sort(&module->names);
    return module->kept;
}

static void open_module(struct gau_symbolizer *symbols, uint32_t number)
{
    struct gau_elf_module *const module = symbols->modules[number - 1];
    char reason[SENTENCE_MAX];

    if (!module->tried &&
        !gau_elf_module_open(module, &symbols->search, &symbols->heap, reason, sizeof reason) &&
        !module->vdso && !has_other_names(symbols, number))
        gau_symbolizer_warn(symbols, reason);
}

static uint32_t find_other_names(struct gau_symbolizer *symbols, uint32_t module, uint64_t address,
                                 struct gau_source_frame *frames)
{
    return symbols->modules[module - 1]->kept
               ? symbols->others.find_frames(symbols->others.user, symbols, module, address, frames,
                                             GAU_FRAMES_MAX)
               : 0;
}

static uint32_t find_function(struct gau_symbolizer *symbols, uint32_t module, uint64_t address,
                              struct gau_source_frame *frames)
{
    struct gau_elf_module *file;
    uint32_t count;

    if (!module || module > symbols->module_count) {
        frames[0] = symbols->unknown;
        if (address >= LOWEST_CODE)
            frames[0].function = GAU_DYNAMIC;
        return 1;
    }
    file = symbols->modules[module - 1];
    open_module(symbols, module);
    if (!file->dwfl && file->vdso) {
        const struct gau_function_key key = {.linkage = file->name, .module = module};

        frames[0] = (struct gau_source_frame){.function = gau_functions_put(symbols, &key)};
        return 1;
    }
    count = find_other_names(symbols, module, address, frames);
    return count ? count : gau_frames_find(symbols, module, address, frames);
}

static const struct gau_resolved_address *add_resolved(struct gau_symbolizer *symbols,
                                                       uint32_t module, uint64_t address)
{
    struct gau_source_frame frames[GAU_FRAMES_MAX];
    struct gau_resolved_address resolved = {.module = module, .address = address};
    struct gau_source_frame *items;

    resolved.count = find_function(symbols, module, address, frames);
    items = gau_bump_allocator_take(&symbols->heap, resolved.count * sizeof *items);
    if (!items ||
        !gau_array_grow(&symbols->resolved, symbols->resolved_count, &symbols->resolved_size,
                        sizeof *symbols->resolved) ||
        !gau_map_add(&symbols->resolved_map, gau_hash_mix(address, module),
                     symbols->resolved_count + 1))
        return NULL;
    memcpy(items, frames, resolved.count * sizeof *items);
    resolved.items = items;
    symbols->resolved[symbols->resolved_count] = resolved;
    return &symbols->resolved[symbols->resolved_count++];
}

struct gau_source_frames gau_symbolizer_resolve(struct gau_symbolizer *symbols, uint32_t module,
                                                uint64_t address)
{
    const struct gau_resolved_address *resolved = NULL;
    uint32_t step = 0;
    uint32_t number;

    while ((number = gau_map_next(&symbols->resolved_map, gau_hash_mix(address, module), &step))) {
        resolved = &symbols->resolved[number - 1];
        if (resolved->address == address && resolved->module == module)
            return (struct gau_source_frames){resolved->items, resolved->count};
    }
    resolved = add_resolved(symbols, module, address);
    if (resolved)
        return (struct gau_source_frames){resolved->items, resolved->count};
    symbols->out_of_memory = true;
    return (struct gau_source_frames){&symbols->unknown, 1};
}

bool gau_symbolizer_resolved(const struct gau_symbolizer *symbols, uint32_t number,
                             struct gau_symbolizer_resolved *resolved)
{
    const struct gau_resolved_address *found;

    if (number >= symbols->resolved_count)
        return false;
    found = &symbols->resolved[number];
    *resolved = (struct gau_symbolizer_resolved){found->module,
                                                 found->address,
                                                 {found->items, found->count}};
    return true;
}

const struct gau_function *gau_symbolizer_function(const struct gau_symbolizer *symbols,
                                                   uint32_t function)
{
    return symbols->functions[function < symbols->function_count ? function : GAU_UNKNOWN];
}

uint32_t gau_symbolizer_function_count(const struct gau_symbolizer *symbols)
{
    return symbols->function_count;
}

uint32_t gau_symbolizer_put_file(struct gau_symbolizer *symbols, const char *path)
{
    return gau_text_pool_put(&symbols->texts, path);
}

const char *gau_symbolizer_file(const struct gau_symbolizer *symbols, uint32_t file)
{
    return symbols->texts.items[file < symbols->texts.count ? file : 0];
}

bool gau_symbolizer_lacks_memory(const struct gau_symbolizer *symbols)
{
    return symbols->out_of_memory || symbols->texts.failed;
}

const char *gau_symbolizer_warning(const struct gau_symbolizer *symbols, uint32_t number)
{
    if (number < symbols->warning_count)
        return symbols->warnings[number];
    if (number == symbols->warning_count && gau_symbolizer_lacks_memory(symbols))
        return "out of memory (names of functions)";
    return NULL;
}

/* --- life ---------------------------------------------------------------------------------- */

static bool set_up(struct gau_symbolizer *symbols, const struct gau_symbolizer_settings *settings)
{
    const struct gau_function_key unknown = {.linkage = "[Unknown]", .kind = GAU_FUNCTION_UNKNOWN};
    const struct gau_function_key dynamic = {.linkage = "[Dynamic code]",
                                             .kind = GAU_FUNCTION_DYNAMIC};

    if (!gau_text_pool_init(&symbols->texts, &symbols->heap))
        return false;
    if (settings && settings->debug_path) {
        symbols->search.debug_path = strdup(settings->debug_path);
        if (!symbols->search.debug_path)
            return false;
    }
    symbols->search.debuginfod = settings && settings->debuginfod;
    if (settings && settings->names)
        symbols->others = *settings->names;
    gau_functions_put(symbols, &unknown);
    gau_functions_put(symbols, &dynamic);
    return symbols->function_count == 2;
}

struct gau_symbolizer *gau_symbolizer_new(const struct gau_symbolizer_settings *settings)
{
    struct gau_symbolizer *symbols = calloc(1, sizeof *symbols);

    if (symbols && !set_up(symbols, settings)) {
        gau_symbolizer_free(symbols);
        return NULL;
    }
    return symbols;
}

void gau_symbolizer_free(struct gau_symbolizer *symbols)
{
    if (!symbols)
        return;
    for (uint32_t i = 0; i < symbols->module_count; i++)
        gau_elf_module_close(symbols->modules[i]);
    free(symbols->modules);
    free(symbols->functions);
    free(symbols->resolved);
    free(symbols->warnings);
    free(symbols->search.debug_path);
    gau_map_clear(&symbols->function_map);
    gau_map_clear(&symbols->whole_map);
    gau_map_clear(&symbols->qualified_map);
    gau_map_clear(&symbols->resolved_map);
    gau_text_pool_clear(&symbols->texts);
    gau_demangler_clear(&symbols->demangler);
    gau_bump_allocator_clear(&symbols->heap);
    free(symbols);
}
