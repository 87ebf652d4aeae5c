/* SPDX-License-Identifier: Apache-2.0 */
#include "new_component.h"

#include "errors/errors.h"

#include <gaudit/install.h>

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- names --------------------------------------------------------------------------------- */

static bool is_class_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const size_t length = strspn(name, letters);

    return name[0] >= 'A' && name[0] <= 'Z' && !name[length] && length <= GAU_NEW_NAME_MAX;
}

/* "HardMuons" is "hard-muons", as for the documents of gau::properties::counter(). */
static void split_name(char *to, const char *name, char separator)
{
    for (const char *c = name; *c; c++) {
        if (c > name && isupper((unsigned char)*c) && !isupper((unsigned char)c[-1]))
            *to++ = separator;
        *to++ = (char)tolower((unsigned char)*c);
    }
    *to = '\0';
}

static const gau_class_entry *known_class(const gau_registry *registry, const char *name)
{
    for (size_t i = 0; i < gau_registry_count(registry); i++)
        if (strcmp(gau_registry_at(registry, i)->name, name) == 0)
            return gau_registry_at(registry, i);
    return NULL;
}

gau_status gau_new_component_name(struct gau_new_component *component, const char *name,
                                  const gau_registry *registry, gau_error *err)
{
    const gau_class_entry *known;

    if (!is_class_name(name))
        return gau_fail(err, GAU_ERR_USAGE,
                        "'%.*s' is no name of a class: a capital, then letters and digits, at most "
                        "%d, such as HardMuons",
                        GAU_QUOTE(name), GAU_NEW_NAME_MAX);
    known = known_class(registry, name);
    if (known)
        return gau_fail(err, GAU_ERR_USAGE, "there is a class '%s' already, an %s: %s", name,
                        gau_class_kind_text(known->kind), known->summary);
    snprintf(component->name, sizeof component->name, "%s", name);
    split_name(component->snake, name, '_');
    split_name(component->kebab, name, '-');
    split_name(component->title, name, ' ');
    component->title[0] = name[0];
    snprintf(component->source, sizeof component->source, "%s.%s", component->snake,
             component->is_c ? "c" : "cpp");
    return GAU_OK;
}

/* --- templates ----------------------------------------------------------------------------- */

struct made_file {
    char path[PATH_MAX];
    char *text;
    size_t size;
    bool written;
};

enum { FILES = 5, WORDS = 8 };

/* A word of the templates, and what stands for it. */
struct word {
    const char *from, *to;
};

static void fill_line(FILE *out, const char *line, const struct word words[WORDS])
{
    while (*line) {
        size_t i = 0, length;

        while (i < WORDS && strncmp(line, words[i].from, strlen(words[i].from)) != 0)
            i++;
        length = i < WORDS ? strlen(words[i].from) : 1;
        if (i < WORDS)
            fputs(words[i].to, out);
        else
            fputc(*line, out);
        line += length;
    }
}

/* The licence is that of the template, not of what becomes of it. */
static void fill_template(FILE *out, FILE *in, const struct gau_new_component *component)
{
    const struct word words[WORDS] = {
        {"NewComponent", component->name},
        {"new_component", component->snake},
        {"new-component", component->kebab},
        {"New component", component->title},
        {"COMPONENT_KIND", component->kind},
        {"COMPONENT_SOURCE", component->source},
        {"COMPONENT_LANGUAGE", component->is_c ? "C" : "CXX"},
        {"COMPONENT_STANDARD", component->is_c ? "c_std_11" : "cxx_std_17"},
    };
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, in) >= 0)
        if (!strstr(line, "SPDX-License-Identifier"))
            fill_line(out, line, words);
    free(line);
}

/* Reads the template @p from; @p file is what it becomes. */
static gau_status read_template(struct made_file *file, const char *from,
                                const struct gau_new_component *component, gau_error *err)
{
    char name[128], path[PATH_MAX];
    bool failed;
    FILE *in, *out;

    snprintf(name, sizeof name, "%s/%s", GAU_LIBRARY_TO_TEMPLATES, from);
    GAU_TRY(gau_install_path(name, path, sizeof path, err));
    in = fopen(path, "r");
    if (!in)
        return gau_fail(err, GAU_ERR_IO, "cannot open '%.*s': %s", GAU_QUOTE(path),
                        strerror(errno));
    out = open_memstream(&file->text, &file->size);
    if (out)
        fill_template(out, in, component);
    failed = ferror(in) != 0;
    fclose(in);
    if (!out || fclose(out) != 0)
        return gau_fail_memory(err, "template");
    return failed ? gau_fail(err, GAU_ERR_IO, "cannot read '%.*s'", GAU_QUOTE(path)) : GAU_OK;
}

static gau_status read_templates(struct made_file files[FILES],
                                 const struct gau_new_component *component, gau_error *err)
{
    char from[FILES][32] = {"CMakeLists.txt.in", "README.md"};
    const char *const folder = component->kebab;

    snprintf(from[2], sizeof from[2], "%s.xml", component->kind);
    snprintf(from[3], sizeof from[3], "%s.cmake", component->kind);
    snprintf(from[4], sizeof from[4], "%s.%s", component->kind, component->is_c ? "c" : "cpp");
    snprintf(files[0].path, sizeof files[0].path, "%s/CMakeLists.txt", folder);
    snprintf(files[1].path, sizeof files[1].path, "%s/README.md", folder);
    snprintf(files[2].path, sizeof files[2].path, "%s/%s.xml", folder, component->kebab);
    snprintf(files[3].path, sizeof files[3].path, "%s/test.cmake", folder);
    snprintf(files[4].path, sizeof files[4].path, "%s/%s", folder, component->source);
    for (size_t i = 0; i < FILES; i++)
        GAU_TRY(read_template(&files[i], from[i], component, err));
    return GAU_OK;
}

/* --- the folder ---------------------------------------------------------------------------- */

/* Returns whether the folder is there and empty; if it is not, with the reason in errno. */
static bool is_empty_folder(const char *path)
{
    DIR *const folder = opendir(path);
    const struct dirent *entry;
    bool empty = true;

    if (!folder)
        return false;
    while (empty && (entry = readdir(folder)))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(folder);
    if (!empty)
        errno = ENOTEMPTY;
    return empty;
}

static gau_status make_folder(const char *path, bool *made, gau_error *err)
{
    *made = mkdir(path, 0777) == 0;
    if (*made || (errno == EEXIST && is_empty_folder(path)))
        return GAU_OK;
    if (errno == ENOTEMPTY)
        return gau_fail(err, GAU_ERR_USAGE, "the folder '%s' is not empty", path);
    return gau_fail(err, GAU_ERR_IO, "cannot make the folder '%s': %s", path, strerror(errno));
}

static gau_status write_file(struct made_file *file, gau_error *err)
{
    FILE *const out = fopen(file->path, "wx");
    bool failed;

    file->written = out != NULL;
    failed = !out || fwrite(file->text, 1, file->size, out) != file->size;
    if (out)
        failed |= fclose(out) != 0;
    return failed ? gau_fail(err, GAU_ERR_IO, "cannot write '%s': %s", file->path, strerror(errno))
                  : GAU_OK;
}

static void remove_files(const struct made_file files[FILES])
{
    for (size_t i = 0; i < FILES; i++)
        if (files[i].written)
            unlink(files[i].path);
}

gau_status gau_new_component_write(const struct gau_new_component *component, gau_error *err)
{
    struct made_file files[FILES] = {0};
    bool made = false;
    gau_status status = read_templates(files, component, err);

    if (status >= 0)
        status = make_folder(component->kebab, &made, err);
    for (size_t i = 0; status >= 0 && i < FILES; i++)
        status = write_file(&files[i], err);
    if (status < 0) {
        remove_files(files);
        if (made)
            rmdir(component->kebab);
    }
    for (size_t i = 0; i < FILES; i++)
        free(files[i].text);
    return status;
}
