/* SPDX-License-Identifier: Apache-2.0 */
#include "builds.h"

#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 4, ID_SIZE = 2 * ID_BYTES + 1 };

/* --- one run ------------------------------------------------------------------------------- */

/* As people compare them; two that begin alike are told apart by no one. */
static uint32_t put_id(struct gau_texts *texts, const struct gau_profile_module *module)
{
    char text[ID_SIZE] = "";

    for (uint32_t i = 0; i < module->build_id_size && i < ID_BYTES; i++)
        snprintf(text + 2 * i, sizeof text - 2 * i, "%02x", module->build_id[i]);
    return gau_texts_put(texts, text);
}

/* The profile has a module for each place where it was mapped. */
static uint32_t find_id(struct gau_texts *texts, const struct gau_hot_result *result,
                        uint32_t module)
{
    for (uint32_t i = 1; i < result->profile->module_count; i++)
        if (gau_hot_module(result, i) == module)
            return put_id(texts, &result->profile->modules[i]);
    return 0;
}

bool gau_builds_add(struct gau_builds *builds, struct gau_texts *texts, uint32_t run,
                    const struct gau_hot_result *result, uint32_t module)
{
    const uint32_t name = gau_texts_put(texts, gau_symbolizer_module_name(result->symbols, module));
    const uint32_t id = find_id(texts, result, module);

    if (module == 0)
        return true;
    for (uint32_t i = builds->n; i-- > 0 && builds->items[i].run == run;)
        if (builds->items[i].module == name && builds->items[i].id == id)
            return true;
    if (texts->failed || !gau_grow(&builds->items, builds->n, &builds->size, sizeof *builds->items))
        return false;
    builds->items[builds->n++] = (struct gau_build){
        .run = run,
        .module = name,
        .id = id,
        .read = gau_symbolizer_module_is_read(result->symbols, module),
    };
    return true;
}

/* --- all runs ------------------------------------------------------------------------------ */

enum gau_builds_state gau_builds_state_of(const struct gau_builds *builds, uint32_t module)
{
    const struct gau_build *first = NULL;
    bool differ = false, some_read = false, all_read = true;

    for (uint32_t i = 0; i < builds->n; i++) {
        const struct gau_build *const build = &builds->items[i];

        if (build->module != module)
            continue;
        first = first ? first : build;
        differ |= build->id != first->id;
        some_read |= build->read;
        all_read &= build->read;
    }
    if (!all_read && (some_read || differ))
        return GAU_BUILDS_MISSING;
    return differ ? GAU_BUILDS_DIFFER : GAU_BUILD_ONE;
}

static void add_id(char *text, size_t size, const char *id)
{
    const size_t used = strlen(text);
    const char *const shown = id[0] ? id : "no build-id";

    if (!strstr(text, shown))
        snprintf(text + used, size - used, "%s%s", used ? ", " : "", shown);
}

static struct gau_sampled_rebuilt rebuilt_of(const struct gau_builds *builds, uint32_t module,
                                             const struct gau_texts *texts, size_t n_a)
{
    struct gau_sampled_rebuilt rebuilt = {.module = texts->items[module]};

    rebuilt.together = gau_builds_state_of(builds, module) == GAU_BUILDS_MISSING;
    for (uint32_t i = 0; i < builds->n; i++)
        if (builds->items[i].module == module)
            add_id(rebuilt.ids[builds->items[i].run >= n_a], sizeof rebuilt.ids[0],
                   texts->items[builds->items[i].id]);
    for (int side = 0; side < 2; side++)
        if (!rebuilt.ids[side][0])
            snprintf(rebuilt.ids[side], sizeof rebuilt.ids[side], "%s", "not used");
    return rebuilt;
}

/* Whether an earlier one is of the same module. */
static bool is_listed(const struct gau_builds *builds, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (builds->items[k].module == builds->items[i].module)
            return true;
    return false;
}

bool gau_builds_list(struct gau_sampled_functions *out, const struct gau_builds *builds, size_t n_a)
{
    for (uint32_t i = 0; i < builds->n; i++) {
        const uint32_t module = builds->items[i].module;

        if (is_listed(builds, i) || gau_builds_state_of(builds, module) == GAU_BUILD_ONE)
            continue;
        if (!gau_grow(&out->rebuilt, out->n_rebuilt, &out->rebuilt_size, sizeof *out->rebuilt))
            return false;
        out->rebuilt[out->n_rebuilt++] = rebuilt_of(builds, module, &out->texts, n_a);
    }
    return true;
}
