/* SPDX-License-Identifier: Apache-2.0 */
#include "result.h"

#include "caches.h"

#include "report/views/document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *folder, struct gau_view_error *error)
{
    struct stat facts;

    if (stat(folder, &facts) != 0)
        gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s' is not a result folder: %s",
                      GAU_VIEW_QUOTE(folder), strerror(errno));
    else if (!S_ISDIR(facts.st_mode))
        gau_view_fail(error, GAU_VIEW_USAGE, "'%.*s' is not a result folder but a file",
                      GAU_VIEW_QUOTE(folder));
    else
        return true;
    return false;
}

static bool read_samples(struct gau_hot_result *result, struct gau_view_error *error)
{
    char message[512] = "";

    result->profile = gau_profile_read(result->folder, message, sizeof message);
    if (result->profile)
        return true;
    if (strstr(message, "samples.gtr"))
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "'%.*s' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and "
                      "'gaudit collect -- PROGRAM' record them",
                      GAU_VIEW_QUOTE(result->folder));
    else
        gau_view_fail(error, GAU_VIEW_FAILED, "%s", message);
    return false;
}

/* Of files that cannot be read a view can say no more than that. */
static bool has_readable(const struct gau_hot_result *result, struct gau_view_error *error)
{
    const struct gau_profile *const profile = result->profile;

    for (uint32_t i = 1; i < profile->process_count; i++)
        if (profile->processes[i].status == GAU_TRACE_OK)
            return true;
    gau_view_fail(error, GAU_VIEW_FAILED, "%s: %s", profile->processes[1].path,
                  profile->processes[1].problem);
    return false;
}

bool gau_hot_has_begun(const struct gau_profile_process *process)
{
    return process->status == GAU_TRACE_OK && process->header.version != 0;
}

static uint64_t first_start(const struct gau_profile *profile)
{
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 1; i < profile->process_count; i++)
        if (gau_hot_has_begun(&profile->processes[i]) &&
            profile->processes[i].header.start_ns < first)
            first = profile->processes[i].header.start_ns;
    return first;
}

bool gau_hot_result_open(struct gau_hot_result *result, const char *folder, bool debuginfod,
                         struct gau_view_error *error)
{
    const struct gau_symbolizer_settings settings = {.debuginfod = debuginfod};
    struct gau_view_error unheard = {0};

    *result = (struct gau_hot_result){.folder = folder};
    if (is_folder(folder, error) && read_samples(result, error) && has_readable(result, error)) {
        result->symbols = gau_symbolizer_new(&settings);
        if (!result->symbols || !gau_hot_caches_fill(result))
            gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the symbols of '%.*s'",
                          GAU_VIEW_QUOTE(folder));
    }
    if (error->status != GAU_VIEW_OK) {
        gau_hot_result_clear(result);
        return false;
    }
    result->start_ns = first_start(result->profile);
    result->collect = gau_document_load(folder, "collect", &unheard);
    return true;
}

void gau_hot_result_clear(struct gau_hot_result *result)
{
    json_decref(result->collect);
    gau_hot_caches_free(result->caches);
    gau_symbolizer_free(result->symbols);
    gau_profile_free(result->profile);
    *result = (struct gau_hot_result){0};
}
