/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

#include "file_kind.h"
#include "install.h"
#include "manifest.h"
#include "suggest.h"

#include "table/heap.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct module {
    struct module *next;
    void *handle;
    char path[];
};

struct gau_registry {
    struct gau_known *known; /* by name */
    uint32_t count, capacity;
    struct module *modules;
};

gau_registry *gau_registry_new(void)
{
    return calloc(1, sizeof(gau_registry));
}

void gau_registry_free(gau_registry *registry)
{
    if (!registry)
        return;
    for (size_t i = 0; i < registry->count; i++) {
        free(registry->known[i].texts);
        gau_class_release(registry->known[i].adopted);
    }
    free(registry->known);
    for (struct module *module = registry->modules, *next; module; module = next) {
        next = module->next;
        if (module->handle)
            dlclose(module->handle);
        free(module);
    }
    free(registry);
}

size_t gau_registry_count(const gau_registry *registry)
{
    return registry->count;
}

const gau_class_entry *gau_registry_at(const gau_registry *registry, size_t index)
{
    return &registry->known[index].entry;
}

/* Where @p name is, or belongs. */
static size_t position(const gau_registry *registry, const char *name, bool *found)
{
    size_t low = 0, high = registry->count;

    *found = false;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(registry->known[middle].entry.name, name);

        if (order == 0) {
            *found = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct gau_known *gau_registry_insert(gau_registry *registry, const char *name, bool *found)
{
    const size_t at = position(registry, name, found);

    if (*found)
        return &registry->known[at];
    if (!gau_grow(&registry->known, registry->count, &registry->capacity, sizeof *registry->known))
        return NULL;
    memmove(&registry->known[at + 1], &registry->known[at],
            (registry->count - at) * sizeof *registry->known);
    registry->known[at] = (struct gau_known){.entry.name = name};
    registry->count++;
    return &registry->known[at];
}

/* --- classes ------------------------------------------------------------------------------- */

/* @p file: the module's path, which lives as long as the registry, or NULL. */
static gau_status add(gau_registry *registry, const gau_class *cls, const char *file,
                      gau_error *err)
{
    gau_class *adopted = NULL;
    struct gau_known *known;
    bool found;

    GAU_TRY(gau_class_adopt(&adopted, cls, err));
    known = gau_registry_insert(registry, adopted->name, &found);
    if (!known || (found && known->adopted)) {
        const gau_status status =
            known ? gau_fail(err, GAU_ERR_DUPLICATE, "class '%s' is already there, from %s",
                             adopted->name, known->entry.file ? known->entry.file : "the program")
                  : gau_fail(err, GAU_ERR_MEMORY, "no memory for class '%s'", adopted->name);

        gau_class_release(adopted);
        return status;
    }
    known->adopted = adopted;
    known->entry = (gau_class_entry){.name = adopted->name,
                                     .summary = adopted->summary,
                                     .kind = gau_class_kind_of(adopted),
                                     .file = file};
    return GAU_OK;
}

gau_status gau_registry_add(gau_registry *registry, const gau_class *cls, gau_error *err)
{
    return add(registry, cls, NULL, err);
}

gau_status gau_registry_find(const gau_class **out, gau_registry *registry, const char *name,
                             gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    bool found;
    size_t at = position(registry, name, &found);

    if (found && !registry->known[at].adopted) {
        GAU_TRY(gau_registry_load(registry, registry->known[at].entry.file, err));
        at = position(registry, name, &found);
        if (!registry->known[at].adopted)
            return gau_fail(err, GAU_ERR_MODULE,
                            "module '%s' has no class '%s', as its manifest says",
                            registry->known[at].entry.file, name);
    }
    if (found) {
        *out = registry->known[at].adopted;
        return GAU_OK;
    }
    for (size_t i = 0; i < registry->count; i++)
        gau_suggest_offer(&suggest, registry->known[i].entry.name);
    return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN, "there is no class '%.*s'%s",
                            GAU_QUOTE(name),
                            suggest.best ? ""
                                         : " in the modules that are known; <module> in the job "
                                           "file and GAUDIT_MODULE_PATH name others");
}

/* --- modules ------------------------------------------------------------------------------- */

/* What dlerror() says begins with the path. */
static const char *reason_of(const char *path)
{
    const char *const text = dlerror();
    const size_t length = strlen(path);

    if (!text)
        return "unknown reason";
    return strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0
               ? text + length + 2
               : text;
}

gau_status gau_registry_check_file(const char *path, gau_error *err)
{
    struct stat info;

    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return gau_fail(err, GAU_ERR_MODULE, "module '%.*s' is %s, not a regular file",
                        GAU_QUOTE(path), gau_file_kind(info.st_mode));
    return GAU_OK;
}

static const gau_module *open_module(struct module *module, gau_error *err)
{
    const gau_module *content;

    if (gau_registry_check_file(module->path, err) < 0)
        return NULL;
    module->handle = dlopen(module->path, RTLD_NOW | RTLD_LOCAL);
    if (!module->handle) {
        gau_error_set(err, GAU_ERR_MODULE, __FILE__, __LINE__, "module '%.*s' cannot be loaded: %s",
                      GAU_QUOTE(module->path), reason_of(module->path));
        return NULL;
    }
    content = dlsym(module->handle, "gau_module_abi0");
    if (!content)
        gau_error_set(err, GAU_ERR_MODULE, __FILE__, __LINE__, "'%s' is not a module for ABI 0",
                      module->path);
    return content;
}

gau_status gau_registry_load(gau_registry *registry, const char *path, gau_error *err)
{
    const size_t size = strlen(path) + 1;
    const gau_module *content;
    struct module *module;

    for (module = registry->modules; module; module = module->next)
        if (strcmp(module->path, path) == 0)
            return GAU_OK;
    module = calloc(1, sizeof *module + size);
    if (!module)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for module '%.*s'", GAU_QUOTE(path));
    memcpy(module->path, path, size);
    content = open_module(module, err);
    if (!content) {
        if (module->handle)
            dlclose(module->handle);
        free(module);
        return GAU_ERR_MODULE;
    }
    module->next = registry->modules;
    registry->modules = module;
    for (const gau_class *const *cls = content->classes; *cls; cls++)
        GAU_TRY(add(registry, *cls, module->path, err));
    return GAU_OK;
}

gau_status gau_registry_scan(gau_registry *registry, gau_error *err)
{
    const char *list = getenv("GAUDIT_MODULE_PATH");
    char folder[PATH_MAX];

    while (list && *list) {
        const size_t length = strcspn(list, ":");

        if (length >= sizeof folder)
            return gau_fail(err, GAU_ERR_RANGE, "GAUDIT_MODULE_PATH: '%.*s' is too long",
                            GAU_QUOTE(list));
        memcpy(folder, list, length);
        folder[length] = '\0';
        if (length)
            GAU_TRY(gau_manifest_scan(registry, folder, true, err));
        list += length + (list[length] == ':');
    }
    GAU_TRY(gau_install_modules(folder, sizeof folder, err));
    return gau_manifest_scan(registry, folder, false, err);
}
