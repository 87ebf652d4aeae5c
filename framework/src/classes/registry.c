/* SPDX-License-Identifier: Apache-2.0 */
#include "registry_classes.h"

#include "errors/errors.h"
#include "framework/src/support/cleanup.h"
#include "framework/src/support/file_kind.h"

#include "table/heap.h"

#include <gaudit/install.h>

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 4096 }; /* of a manifest */

struct module {
    struct module *next;
    void *handle;
    const char *path;
};

/* A class that is known, from a manifest only or with its module. */
struct known {
    gau_class_entry entry;
    gau_class *adopted; /* NULL while the module is not loaded */
};

struct gau_registry {
    struct known *known; /* by name */
    uint32_t count, capacity;
    struct module *modules;
    struct gau_bump_allocator heap; /* of modules and texts */
};

gau_registry *gau_registry_new(void)
{
    return calloc(1, sizeof(gau_registry));
}

void gau_registry_free(gau_registry *registry)
{
    if (!registry)
        return;
    for (size_t i = 0; i < registry->count; i++)
        free(registry->known[i].adopted);
    free(registry->known);
    for (const struct module *module = registry->modules; module; module = module->next)
        dlclose(module->handle);
    gau_bump_allocator_clear(&registry->heap);
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

/* The class of that name; NULL: there is none. */
static struct known *find_known(const gau_registry *registry, const char *name)
{
    for (uint32_t i = 0; i < registry->count; i++)
        if (strcmp(registry->known[i].entry.name, name) == 0)
            return &registry->known[i];
    return NULL;
}

/* A new one of a name that is not there yet; NULL: out of memory. Moves other entries. */
static struct known *insert_known(gau_registry *registry, const char *name)
{
    uint32_t at = registry->count;

    if (!gau_array_grow(&registry->known, registry->count, &registry->capacity,
                        sizeof *registry->known))
        return NULL;
    for (; at > 0 && strcmp(registry->known[at - 1].entry.name, name) > 0; at--)
        registry->known[at] = registry->known[at - 1];
    registry->count++;
    registry->known[at] = (struct known){.entry.name = name};
    return &registry->known[at];
}

/* A text that stays valid as long as the registry; NULL: out of memory. */
static const char *keep_text(gau_registry *registry, const char *front, const char *between,
                             const char *text)
{
    char *const kept = gau_bump_allocator_take(&registry->heap,
                                               strlen(front) + strlen(between) + strlen(text) + 1);

    return kept ? strcat(strcat(strcpy(kept, front), between), text) : NULL;
}

/* --- classes ------------------------------------------------------------------------------- */

/* @p file: the module's path, valid as long as the registry, or NULL. */
static gau_status adopt_class(gau_registry *registry, const gau_class *cls, const char *file,
                              gau_error *err)
{
    gau_class *adopted = NULL;
    struct known *known;
    gau_status status = GAU_OK;

    GAU_TRY(gau_class_adopt(&adopted, cls, err));
    known = find_known(registry, adopted->name);
    if (known && known->adopted)
        status = gau_fail(err, GAU_ERR_DUPLICATE, "class '%s' is already there, from %s",
                          adopted->name, known->entry.file ? known->entry.file : "the program");
    else if (!known && !(known = insert_known(registry, adopted->name)))
        status = gau_fail(err, GAU_ERR_MEMORY, "out of memory (class '%s')", adopted->name);
    if (status < 0) {
        free(adopted);
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
    return adopt_class(registry, cls, NULL, err);
}

gau_status gau_registry_find(const gau_class **out, gau_registry *registry, const char *name,
                             gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    const struct known *known = find_known(registry, name);

    if (known && !known->adopted) {
        GAU_TRY(gau_registry_load(registry, known->entry.file, err));
        known = find_known(registry, name);
        if (known && !known->adopted)
            return gau_fail(err, GAU_ERR_MODULE,
                            "module '%s' has no class '%s', although its manifest lists it",
                            known->entry.file, name);
    }
    if (known) {
        *out = known->adopted;
        return GAU_OK;
    }
    for (size_t i = 0; i < registry->count; i++)
        gau_suggest_offer(&suggest, registry->known[i].entry.name);
    return gau_suggest_fail(&suggest, err, GAU_ERR_UNKNOWN, "there is no class '%.*s'%s",
                            GAU_QUOTE(name),
                            suggest.best ? ""
                                         : " in the known modules; add others by <module> in the "
                                           "job file or GAUDIT_MODULE_PATH");
}

/* --- modules ------------------------------------------------------------------------------- */

/* The text of dlerror() begins with the path. */
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

static const gau_module *open_module(struct module *module, gau_error *err)
{
    const gau_module *content;

    if (gau_registry_check_file(module->path, err) < 0 ||
        gau_registry_check_content(module->path, err) < 0)
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
    const gau_module *content;
    struct module *module;

    for (module = registry->modules; module; module = module->next)
        if (strcmp(module->path, path) == 0)
            return GAU_OK;
    module = gau_bump_allocator_take(&registry->heap, sizeof *module);
    if (!module || !(module->path = keep_text(registry, "", "", path)))
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (module '%.*s')", GAU_QUOTE(path));
    content = open_module(module, err);
    if (!content) {
        if (module->handle)
            dlclose(module->handle);
        return GAU_ERR_MODULE;
    }
    module->next = registry->modules;
    registry->modules = module;
    for (const gau_class *const *cls = content->classes; *cls; cls++)
        GAU_TRY(adopt_class(registry, *cls, module->path, err));
    return GAU_OK;
}

/* --- manifests ----------------------------------------------------------------------------- */

static void close_file(FILE *file)
{
    if (file)
        fclose(file);
}

GAU_DEFINE_SCOPED(FILE, close_file)

static bool find_kind(gau_class_kind *out, const char *text)
{
    for (*out = GAU_CLASS_ALGORITHM; *out <= GAU_CLASS_INPUT; ++*out)
        if (strcmp(gau_class_kind_text(*out), text) == 0)
            return true;
    return false;
}

/* Cuts a line at its first three tabs. */
static bool split_line(char *line, char *fields[4])
{
    line[strcspn(line, "\r\n")] = '\0';
    fields[0] = line;
    for (int i = 1; i < 4; i++) {
        if (!(fields[i] = strchr(fields[i - 1], '\t')))
            return false;
        *fields[i]++ = '\0';
    }
    return fields[1][0] && fields[2][0];
}

static gau_status add_class(gau_registry *registry, const char *folder, char *fields[4],
                            gau_error *err)
{
    gau_class_entry entry;
    struct known *known = NULL;

    if (!find_kind(&entry.kind, fields[0]))
        return gau_fail(err, GAU_ERR_SYNTAX, "'%.*s' is not a kind of component",
                        GAU_QUOTE(fields[0]));
    if (find_known(registry, fields[1]))
        return GAU_OK;
    entry.name = keep_text(registry, "", "", fields[1]);
    entry.summary = keep_text(registry, "", "", fields[3]);
    entry.file = keep_text(registry, folder, "/", fields[2]);
    if (entry.name && entry.summary && entry.file)
        known = insert_known(registry, entry.name);
    if (!known)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (class '%s')", fields[1]);
    known->entry = entry;
    return GAU_OK;
}

static gau_status read_manifest(gau_registry *registry, const char *folder, const char *name,
                                gau_error *err)
{
    char path[PATH_MAX], line[MAX_LINE], *fields[4];
    GAU_SCOPED(FILE) file = NULL;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    struct stat info;

    if (length > 0 && (size_t)length < sizeof path && stat(path, &info) == 0 &&
        !S_ISREG(info.st_mode))
        return gau_fail(err, GAU_ERR_IO, "%s: is %s, not a regular file", path,
                        gau_file_kind(info.st_mode));
    if (length < 0 || (size_t)length >= sizeof path || !(file = fopen(path, "re")))
        return gau_fail(err, GAU_ERR_IO, "%s/%s: %s", folder, name, strerror(errno));
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        gau_status status;

        if (strlen(line) == sizeof line - 1)
            return gau_fail(err, GAU_ERR_SYNTAX, "%s:%d: a line of a manifest has at most %d bytes",
                            path, number, MAX_LINE - 2);
        if (!split_line(line, fields))
            return gau_fail(err, GAU_ERR_SYNTAX,
                            "%s:%d: a line of a manifest is: kind, class, file, summary, "
                            "separated by tabs",
                            path, number);
        status = add_class(registry, folder, fields, err);
        if (status < 0)
            return gau_error_wrap(err, status, "%s:%d", path, number);
    }
    if (ferror(file))
        return gau_fail(err, GAU_ERR_IO, "%s: %s", path, strerror(errno));
    return GAU_OK;
}

static int is_manifest(const struct dirent *entry)
{
    const char *const dot = strrchr(entry->d_name, '.');

    return dot && strcmp(dot, ".manifest") == 0;
}

/*
 * Reads all files *.manifest of a folder, in the order of their names. A line is
 * KIND TAB CLASS TAB FILE TAB SUMMARY; FILE is relative to the folder. Classes that are known
 * already stay as they are. A folder that is not there is an error only if it is required.
 */
static gau_status scan(gau_registry *registry, const char *folder, bool required, gau_error *err)
{
    struct dirent **entries = NULL;
    gau_status status = GAU_OK;
    const int n = scandir(folder, &entries, is_manifest, alphasort);

    if (n < 0 && (required || (errno != ENOENT && errno != ENOTDIR)))
        return gau_fail(err, GAU_ERR_IO, "module folder '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    for (int i = 0; i < n; i++) {
        if (status >= 0)
            status = read_manifest(registry, folder, entries[i]->d_name, err);
        free(entries[i]);
    }
    free(entries);
    return status;
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
            GAU_TRY(scan(registry, folder, true, err));
        list += length + (list[length] == ':');
    }
    GAU_TRY(gau_install_path("gaudit", folder, sizeof folder, err));
    return scan(registry, folder, false, err);
}
