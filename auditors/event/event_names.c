/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* realpath() */
#include "event_auditor.h"

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

/* LABEL_events.json, in the result folder or, if that is wanted, the working directory; of an
 * instance with a name of its own LABEL-NAME_events.json. NULL: out of memory. */
static char *default_json(const struct event_log *log, const gau_context *ctx)
{
    static const char ending[] = "_events.json";
    char *const path = gau_result_file_path(ctx, log->label, "");
    const size_t size = path ? strlen(path) - 1 : 0; /* without the point before its ending */
    char *const whole = path ? realloc(path, size + sizeof ending) : NULL;

    if (whole)
        memcpy(whole + size, ending, sizeof ending);
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
static bool choose_beside(struct event_log *log)
{
    char place[PATH_MAX];
    const char *const folder = getenv("TMPDIR");

    log->beside = find_place(place, log->json_path)
                      ? strdup(place)
                      : absolute_path(folder && *folder ? folder : "/tmp", "/gaudit-events");
    return log->beside != NULL;
}

/* --- one file per instance ----------------------------------------------------------------- */

/* Instances whose file is still to be written. */
static struct event_log *owners;
static pthread_mutex_t owners_lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the instance that has the file; NULL: it is ours from now on. */
static const struct event_log *claim_json(struct event_log *log)
{
    char place[PATH_MAX], other[PATH_MAX];
    const struct event_log *owner;

    if (!find_place(place, log->json_path))
        snprintf(place, sizeof place, "%s", log->json_path);
    pthread_mutex_lock(&owners_lock);
    for (owner = owners; owner; owner = owner->next_owner) {
        if (!find_place(other, owner->json_path))
            snprintf(other, sizeof other, "%s", owner->json_path);
        if (strcmp(place, other) == 0)
            break;
    }
    if (!owner) {
        log->next_owner = owners;
        owners = log;
    }
    pthread_mutex_unlock(&owners_lock);
    return owner;
}

void gau_event_names_disclaim(struct event_log *log)
{
    struct event_log **link = &owners;

    pthread_mutex_lock(&owners_lock);
    while (*link && *link != log)
        link = &(*link)->next_owner;
    if (*link)
        *link = log->next_owner;
    pthread_mutex_unlock(&owners_lock);
}

/* --- choosing ------------------------------------------------------------------------------ */

/* k4Bench's rules: the property, its variable, the result folder, the working directory. False: out
 * of memory. */
static bool choose_json(struct event_log *log, const gau_context *ctx)
{
    const char *const variable = getenv("K4BENCH_EVENT_JSON");
    const char *const chosen = log->file[0] ? log->file : variable;
    const struct event_log *owner;

    if (chosen && !*chosen) {
        gau_warning(ctx, "K4BENCH_EVENT_JSON is empty: no file for k4Bench is written");
        return true;
    }
    if (!chosen && !gau_result_has_folder(ctx) && !log->k4bench)
        return true;
    log->json_shown = chosen ? strdup(chosen) : default_json(log, ctx);
    log->json_path = log->json_shown ? absolute_path(log->json_shown, "") : NULL;
    log->name = strdup(ctx->name);
    if (!log->json_path || !log->name || !choose_beside(log))
        return false;
    owner = claim_json(log);
    if (owner) {
        gau_warning(ctx,
                    "'%s' is that of %s: no file for k4Bench is written; give one of the two a "
                    "property File of its own",
                    log->json_shown, owner->name);
        free(log->json_path);
        log->json_path = NULL;
    }
    return true;
}

/* Without a result folder, events are only kept for k4Bench's file. False: out of memory. */
static bool choose_path(struct event_log *log, const gau_context *ctx)
{
    static uint32_t n; /* of such files, so that no two are the same */
    char ending[64];

    log->is_kept = gau_result_has_folder(ctx);
    if (!log->is_kept && !log->json_path)
        return true;
    if (log->is_kept) {
        log->shown = gau_result_file_path(ctx, "events", "gtr");
        log->path = log->shown ? absolute_path(log->shown, "") : NULL;
    } else {
        snprintf(ending, sizeof ending, ".%ld.%u.gtr", (long)log->process,
                 __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED));
        log->shown = strdup(log->json_shown);
        log->path = absolute_path(log->beside, ending);
    }
    return log->shown && log->path;
}

bool gau_event_names_choose(struct event_log *log, const gau_context *ctx)
{
    return choose_json(log, ctx) && choose_path(log, ctx);
}

void gau_event_names_clear(struct event_log *log)
{
    gau_event_names_disclaim(log);
    free(log->name);
    free(log->path);
    free(log->shown);
    free(log->json_path);
    free(log->json_shown);
    free(log->beside);
}
