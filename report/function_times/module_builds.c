/* SPDX-License-Identifier: Apache-2.0 */
#include "module_builds.h"

#include <stdio.h>
#include <string.h>

enum { ID_BYTES = 4, ID_SIZE = 2 * ID_BYTES + 1 };

/* --- one run ------------------------------------------------------------------------------- */

/* Sets the first bytes of the build-id, which are unique in practice, and whether the module is the
 * program itself. The samples have a module for each mapping. */
static void describe_build(struct gau_module_build *build,
                           const struct gau_symbolized_samples *result, uint32_t module,
                           struct gau_text_pool *texts)
{
    const struct gau_samples *const profile = result->profile;
    const struct gau_samples_module *found = NULL;
    char text[ID_SIZE] = "";

    for (uint32_t i = profile->module_count; i-- > 1;)
        if (result->modules[i] == module) {
            found = &profile->modules[i];
            build->is_program |= found->flags & GAU_TRACE_MODULE_MAIN;
        }
    for (uint32_t i = 0; found && i < ID_BYTES && i < found->build_id_size; i++)
        snprintf(text + 2 * i, sizeof text - 2 * i, "%02x", found->build_id[i]);
    build->id = gau_text_pool_keep(texts, text);
    build->read = gau_symbolizer_module_is_read(result->symbols, module);
    build->paired = build->module;
}

bool gau_module_builds_add(struct gau_module_builds *builds,
                           const struct gau_symbolized_samples *result, uint32_t module,
                           const struct gau_module_build *build, struct gau_text_pool *texts)
{
    struct gau_module_build added = *build;

    if (module == 0)
        return true;
    describe_build(&added, result, module, texts);
    for (uint32_t i = builds->n; i-- > 0 && builds->items[i].run == build->run;)
        if (builds->items[i].module == build->module && builds->items[i].id == added.id)
            return true;
    if (!gau_array_grow(&builds->items, builds->n, &builds->size, sizeof *builds->items))
        return false;
    builds->items[builds->n++] = added;
    return true;
}

/* --- programs ------------------------------------------------------------------------------ */

static bool is_of_one_side(const struct gau_module_builds *builds,
                           const struct gau_module_build *build, size_t n_a)
{
    for (uint32_t i = 0; i < builds->n; i++)
        if (builds->items[i].module == build->module &&
            (builds->items[i].run < n_a) != (build->run < n_a))
            return false;
    return true;
}

static void pair_programs(struct gau_module_builds *builds, size_t n_a, struct gau_text_pool *texts)
{
    const char *const program = gau_text_pool_keep(texts, "the program");
    bool sides[2] = {false, false};

    for (uint32_t i = 0; i < builds->n; i++) {
        struct gau_module_build *const build = &builds->items[i];

        if (!build->is_program || !is_of_one_side(builds, build, n_a))
            continue;
        build->paired = program;
        sides[build->run >= n_a] = true;
    }
    for (uint32_t i = 0; i < builds->n && !(sides[0] && sides[1]); i++)
        builds->items[i].paired = builds->items[i].module;
}

const char *gau_module_builds_paired(const struct gau_module_builds *builds, uint32_t run,
                                     const char *module)
{
    for (uint32_t i = 0; i < builds->n; i++)
        if (builds->items[i].run == run && builds->items[i].module == module)
            return builds->items[i].paired;
    return module;
}

/* --- several builds ------------------------------------------------------------------------ */

static void add_id(char *text, size_t size, const char *id)
{
    const size_t used = strlen(text);
    const char *const shown = id[0] ? id : "no build-id";

    if (!strstr(text, shown))
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", shown);
}

const struct gau_function_times_rebuilt *gau_module_builds_find(
    const struct gau_function_times_functions *out, const char *paired)
{
    for (uint32_t i = 0; i < out->n_rebuilt; i++)
        if (out->rebuilt[i].module == paired)
            return &out->rebuilt[i];
    return NULL;
}

/* Lists a module that has more than one build. Returns false if out of memory. */
static bool add_rebuilt(struct gau_function_times_functions *out,
                        const struct gau_module_builds *builds, const char *module, size_t n_a)
{
    struct gau_function_times_rebuilt rebuilt = {.module = module};
    bool differ = false, some_read = false, all_read = true;
    const struct gau_module_build *last = NULL;

    for (uint32_t i = 0; i < builds->n; i++) {
        const struct gau_module_build *const build = &builds->items[i];

        if (build->paired != module)
            continue;
        add_id(rebuilt.ids[build->run >= n_a], sizeof rebuilt.ids[0], build->id);
        differ |=
            last && (build->id != last->id || (!build->id[0] && build->module != last->module));
        last = build;
        some_read |= build->read;
        all_read &= build->read;
    }
    rebuilt.together = !all_read && (some_read || differ);
    for (int side = 0; side < 2; side++)
        if (!rebuilt.ids[side][0])
            snprintf(rebuilt.ids[side], sizeof rebuilt.ids[side], "%s", "not used");
    if (!differ && !rebuilt.together)
        return true;
    if (!gau_array_grow(&out->rebuilt, out->n_rebuilt, &out->rebuilt_size, sizeof rebuilt))
        return false;
    out->rebuilt[out->n_rebuilt++] = rebuilt;
    return true;
}

bool gau_module_builds_list(struct gau_function_times_functions *out,
                            struct gau_module_builds *builds, size_t n_a)
{
    bool fits = true;

    pair_programs(builds, n_a, &out->texts);
    for (uint32_t i = 0; fits && i < builds->n; i++)
        fits = gau_module_builds_find(out, builds->items[i].paired) ||
               add_rebuilt(out, builds, builds->items[i].paired, n_a);
    return fits;
}
