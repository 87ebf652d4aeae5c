/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath() */

#include "options_reading.h"

#include "install.h"
#include "options_tree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an href can mean; shown is for messages, real has neither symbolic links nor "..". */
struct search {
    const char *href;
    char shown[PATH_MAX], real[PATH_MAX];
    bool found, outside;
};

static bool is_below(const char *folder, const char *path)
{
    const size_t length = strlen(folder);

    return strcmp(folder, "/") == 0 || (strncmp(folder, path, length) == 0 && path[length] == '/');
}

/* folder ends at length; of none, it is the working directory. */
static void look_in(struct search *search, const char *folder, size_t length)
{
    const char *const slash = length && folder[length - 1] != '/' ? "/" : "";
    char root[PATH_MAX], real_root[PATH_MAX];
    int n;

    if (search->found || length >= sizeof root)
        return;
    snprintf(root, sizeof root, "%.*s", length ? (int)length : 1, length ? folder : ".");
    n = search->href[0] == '/' ? snprintf(search->shown, sizeof search->shown, "%s", search->href)
                               : snprintf(search->shown, sizeof search->shown, "%.*s%s%s",
                                          (int)length, folder, slash, search->href);
    if (n < 0 || (size_t)n >= sizeof search->shown || !realpath(root, real_root) ||
        !realpath(search->shown, search->real))
        return;
    search->found = is_below(real_root, search->real);
    search->outside = !search->found;
}

static void look_everywhere(struct search *search, const char *includer)
{
    const char *const slash = strrchr(includer, '/');
    const char *path = getenv("GAUDIT_OPTIONS_PATH");
    char installed[PATH_MAX];
    size_t length;

    look_in(search, includer, slash ? (size_t)(slash - includer) + 1 : 0);
    for (; path && *path; path += path[length] ? length + 1 : length) {
        length = strcspn(path, ":");
        if (length)
            look_in(search, path, length);
    }
    if (gau_install_options(installed, sizeof installed, NULL) >= 0)
        look_in(search, installed, strlen(installed));
}

static unsigned depth_of(const struct gau_source *source)
{
    unsigned depth = 0;

    for (; source; source = source->includer)
        depth++;
    return depth;
}

static gau_status find(struct search *search, struct gau_reading *reading)
{
    if (depth_of(reading->source) > GAU_MAX_INCLUDE_DEPTH)
        return gau_fail(reading->err, GAU_ERR_RANGE, "includes are nested more than %d deep",
                        GAU_MAX_INCLUDE_DEPTH);
    if (reading->includes++ == GAU_MAX_INCLUDES)
        return gau_fail(reading->err, GAU_ERR_RANGE, "more than %d includes", GAU_MAX_INCLUDES);
    look_everywhere(search, reading->source->path);
    if (search->found)
        return GAU_OK;
    if (search->outside)
        return gau_fail(reading->err, GAU_ERR_IO,
                        "include '%.*s' lies neither below the folder of this file nor on the "
                        "options path",
                        GAU_QUOTE(search->href));
    return gau_fail(reading->err, GAU_ERR_IO,
                    "include '%.*s': no such file below the folder of this file or on the options "
                    "path",
                    GAU_QUOTE(search->href));
}

void gau_reading_include(struct gau_reading *reading, const char *href, int line)
{
    struct gau_source *const includer = reading->source;
    struct search search = {.href = href};
    struct gau_source source = {.includer = includer};
    const gau_status status = find(&search, reading);

    if (status < 0) {
        gau_reading_fault(reading, status, line);
        reading->incomplete = true;
        if (status == GAU_ERR_RANGE)
            reading->status = status;
        return;
    }
    source.path = gau_options_text(reading->options, search.shown, strlen(search.shown));
    if (!source.path) {
        gau_reading_fail(reading, line, GAU_ERR_MEMORY, "no memory for the job options");
        return;
    }
    gau_reading_source(reading, &source, search.real, line);
    reading->source = includer;
}
