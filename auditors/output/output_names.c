/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* realpath() */
#include "event_output.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Names of files. They are chosen at the start of the job, since the program may change its working
 * directory.
 */

/* NULL: out of memory. */
static char *absolute_path(const char *path, const char *ending)
{
    char folder[PATH_MAX] = "";
    size_t size;
    char *whole;

    if (path[0] != '/' && getcwd(folder, sizeof folder - 1))
        strcat(folder, "/");
    size = strlen(folder) + strlen(path) + strlen(ending) + 1;
    whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s%s", folder, path, ending);
    return whole;
}

/* Such as LABEL_events.json, in the result folder or, if that is wanted, the working directory; of
 * an instance with a name of its own LABEL-NAME_events.json. NULL: out of memory. */
static char *default_json(const struct event_output *output, const gau_context *ctx)
{
    const char *const ending = output->kind->ending;
    char *const path = gau_result_file_path(ctx, output->label, "");
    const size_t size = path ? strlen(path) - 1 : 0; /* without the point before its ending */
    char *const whole = path ? realloc(path, size + strlen(ending) + 1) : NULL;

    if (whole)
        strcpy(whole + size, ending);
    else
        free(path);
    return whole;
}

/* --- temporary files ----------------------------------------------------------------------- */

static bool is_closed(const char *folder)
{
    return access(folder, W_OK) != 0 && (errno == EACCES || errno == EROFS);
}

/* True: @p place is the path without symbolic links, if its folder exists, and other files can be
 * made there. */
static bool find_place(char place[PATH_MAX], const char *path)
{
    char file[PATH_MAX], folder[PATH_MAX];
    char *slash;

    if (!gau_replace_place(path, file))
        return false;
    slash = strrchr(file, '/');
    if (!slash) /* there was no name of the working directory */
        return snprintf(place, PATH_MAX, "%s", file) > 0;
    *slash = '\0';
    if (!realpath(slash > file ? file : "/", folder))
        snprintf(folder, sizeof folder, "%s", file);
    if (strcmp(folder, "/") == 0)
        folder[0] = '\0';
    return !is_closed(folder[0] ? folder : "/") &&
           snprintf(place, PATH_MAX, "%s/%s", folder, slash + 1) < PATH_MAX;
}

/* Not beside /dev/stdout, a pipe, or what is in a folder of others. False: out of memory. */
static bool choose_beside(struct event_output *output)
{
    char place[PATH_MAX];
    const char *const folder = getenv("TMPDIR");

    output->beside = find_place(place, output->json_path)
                         ? strdup(place)
                         : absolute_path(folder && *folder ? folder : "/tmp", "/gaudit-events");
    return output->beside != NULL;
}

/* --- one file per instance ----------------------------------------------------------------- */

/* Instances whose file is still to be written. */
static struct event_output *owners;
static pthread_mutex_t owners_lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the instance that has the file; NULL: it is ours from now on. */
static const struct event_output *claim_json(struct event_output *output)
{
    char place[PATH_MAX], other[PATH_MAX];
    const struct event_output *owner;

    if (!find_place(place, output->json_path))
        snprintf(place, sizeof place, "%s", output->json_path);
    pthread_mutex_lock(&owners_lock);
    for (owner = owners; owner; owner = owner->next_owner) {
        if (!find_place(other, owner->json_path))
            snprintf(other, sizeof other, "%s", owner->json_path);
        if (strcmp(place, other) == 0)
            break;
    }
    if (!owner) {
        output->next_owner = owners;
        owners = output;
    }
    pthread_mutex_unlock(&owners_lock);
    return owner;
}

void gau_output_names_disclaim(struct event_output *output)
{
    struct event_output **link = &owners;

    pthread_mutex_lock(&owners_lock);
    while (*link && *link != output)
        link = &(*link)->next_owner;
    if (*link)
        *link = output->next_owner;
    pthread_mutex_unlock(&owners_lock);
}

/* --- choosing ------------------------------------------------------------------------------ */

/* k4Bench's rules: the property, its variable, the result folder, the working directory. False: out
 * of memory. */
static bool choose_json(struct event_output *output, const gau_context *ctx)
{
    const char *const variable = getenv(output->kind->variable);
    const char *const chosen = output->file[0] ? output->file : variable;
    const struct event_output *owner;

    if (chosen && !*chosen) {
        gau_warning(ctx, "%s is empty: no file for k4Bench is written", output->kind->variable);
        return true;
    }
    if (!chosen && !gau_result_has_folder(ctx) && !output->k4bench)
        return true;
    output->is_chosen = chosen != NULL;
    output->json_shown = chosen ? strdup(chosen) : default_json(output, ctx);
    output->json_path = output->json_shown ? absolute_path(output->json_shown, "") : NULL;
    output->name = strdup(ctx->name);
    if (!output->json_path || !output->name || !choose_beside(output))
        return false;
    owner = claim_json(output);
    if (owner) {
        gau_warning(ctx,
                    "'%s' is that of %s: no file for k4Bench is written; give one of the two a "
                    "property File of its own",
                    output->json_shown, owner->name);
        free(output->json_path);
        output->json_path = NULL;
    }
    return true;
}

/* Without a result folder, events are only kept for k4Bench's file. False: out of memory. */
static bool choose_path(struct event_output *output, const gau_context *ctx)
{
    static uint32_t n; /* of such files, so that no two are the same */
    char ending[64];

    output->is_kept = gau_result_has_folder(ctx);
    if (!output->is_kept && !output->json_path)
        return true;
    if (output->is_kept) {
        output->shown = gau_result_file_path(ctx, output->kind->name, "gtr");
        output->path = output->shown ? absolute_path(output->shown, "") : NULL;
    } else {
        snprintf(ending, sizeof ending, ".%ld.%u.gtr", (long)output->process,
                 __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED));
        output->shown = strdup(output->json_shown);
        output->path = absolute_path(output->beside, ending);
    }
    return output->shown && output->path;
}

bool gau_output_names_choose(struct event_output *output, const gau_context *ctx)
{
    return choose_json(output, ctx) && choose_path(output, ctx);
}

void gau_output_names_clear(struct event_output *output)
{
    gau_output_names_disclaim(output);
    free(output->name);
    free(output->path);
    free(output->shown);
    free(output->json_path);
    free(output->json_shown);
    free(output->beside);
}
