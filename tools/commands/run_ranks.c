/* SPDX-License-Identifier: Apache-2.0 */
#include "run_ranks.h"

#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"
#include "tools/ranks/mpi_library.h"
#include "tools/ranks/rank_clock.h"
#include "tools/ranks/rank_reduction.h"

#include "documents/document.h"
#include "errors/errors.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ranked_run {
    struct gau_run_arguments *a;
    struct gau_job_ranks ranks;
    char folder[PATH_MAX - 64]; /* temporary */
    char output[PATH_MAX];      /* without --output, the results */
};

/* --- what all ranks have --------------------------------------------------------------------- */

/* Those of components of the job come after those of auditors and inputs. */
static bool is_of_algorithm(const char *name)
{
    static const char *const others[] = {"timer",    "counts",   "itt",     "mpi", "events",
                                         "time-log", "timeline", "regions", "csv"};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (gau_document_is(name, others[i]))
            return false;
    return true;
}

static void print_documents(const struct ranked_run *r, const char *folder, gau_error *err)
{
    const gau_app_settings *const s = &r->a->settings;
    const struct gau_view_options shown = {.wide = s->wide, .colour = s->colour};
    struct gau_document_names names;
    struct gau_run_document *documents;
    size_t n = 0;

    if (gau_document_list(&names, folder, err) != GAU_OK)
        return;
    documents = calloc(names.count + 1, sizeof *documents);
    for (size_t i = 0; documents && i < names.count && err->status == GAU_OK; i++)
        if (strcmp(names.items[i], "run") != 0)
            documents[n++] =
                (struct gau_run_document){names.items[i],
                                          gau_document_load(folder, names.items[i], err),
                                          is_of_algorithm(names.items[i])};
    if (documents && err->status == GAU_OK)
        gau_run_documents_write(documents, n, s->output == r->output ? NULL : s->output, &shown,
                                stdout, err);
    for (size_t i = 0; documents && i < n; i++)
        json_decref(documents[i].root);
    free(documents);
    gau_document_names_clear(&names);
}

static void print_summary(const struct ranked_run *r, const char *folder, gau_error *err)
{
    json_t *const run = gau_document_load(folder, "run", err);
    const gau_app_summary summary = {
        .events = (uint64_t)json_integer_value(json_object_get(run, "events")),
        .accepted = (uint64_t)json_integer_value(json_object_get(run, "accepted")),
        .workers = (uint32_t)json_integer_value(json_object_get(run, "workers")),
        .loop_s = json_number_value(json_object_get(run, "loop_s")),
    };

    if (run)
        gau_tool_job_print_summary(&summary, r->a->path);
    json_decref(run);
}

/* --- the run of a rank ----------------------------------------------------------------------- */

/* Without --output a rank has its results in a temporary folder until rank 0 has them. */
static gau_status prepare(struct ranked_run *r, enum gau_distribution how, gau_error *err)
{
    gau_app_settings *const settings = &r->a->settings;

    GAU_TRY(gau_temp_folder_make(r->folder, sizeof r->folder, "rank", err));
    if (!settings->output) {
        snprintf(r->output, sizeof r->output, "%s/result", r->folder);
        settings->output = r->output;
    }
    return gau_job_ranks_open(&r->ranks, how, settings, err);
}

static int fail(const struct ranked_run *r, gau_error *err, int status)
{
    if (r->ranks.is_same_elsewhere)
        return status;
    return gau_run_rank_failed(err, r->a->settings.verbosity, status);
}

/* Rank 0 prints what all ranks have. */
static int print_all(struct ranked_run *r, const char *folder, gau_error *err)
{
    char merged[PATH_MAX];

    if (gau_rank_reduce(&r->ranks.place, folder, r->folder, merged, err) &&
        r->ranks.place.rank == 0) {
        print_summary(r, merged, err);
        print_documents(r, merged, err);
    }
    return err->status == GAU_OK ? GAU_EXIT_OK : fail(r, err, GAU_EXIT_RESULTS);
}

static int run_job(struct ranked_run *r, struct gau_tool_job *job)
{
    gau_app_summary summary;
    gau_error err = {0};
    int status = gau_tool_job_open(job, r->a->path, &r->a->changes, &r->a->settings);

    if (status != GAU_EXIT_OK)
        return status;
    if (gau_job_ranks_share(&r->ranks, &r->a->settings, &err) != GAU_OK) {
        status = fail(r, &err, GAU_EXIT_OPTIONS);
        gau_mpi_barrier(); /* the rank that says why is not ended before */
        return status;
    }
    gau_rank_clock_begin(&r->ranks.place);
    if (gau_tool_job_run(job->app, &summary, &err) < 0)
        return fail(r, &err, summary.exit_status);
    if (summary.exit_status != GAU_EXIT_OK)
        return summary.exit_status;
    gau_rank_clock_end(&r->ranks.place, summary.folder, &err);
    if (err.status != GAU_OK)
        return fail(r, &err, GAU_EXIT_RESULTS);
    return r->a->quiet ? GAU_EXIT_OK : print_all(r, summary.folder, &err);
}

bool gau_run_is_alone(void)
{
    struct gau_launcher_rank place;

    return !gau_launcher_rank_find(&place) && place.size == 1;
}

bool gau_run_is_first(void)
{
    struct gau_launcher_rank place;

    return gau_launcher_rank_find(&place) && place.rank == 0;
}

int gau_run_rank_failed(gau_error *err, int verbosity, int status)
{
    struct gau_launcher_rank place;

    if (gau_launcher_rank_find(&place))
        gau_error_wrap(err, err->status, "rank %d%s", place.rank,
                       strstr(err->message, strerror(ENOSPC))
                           ? ": free space for its results, or choose another folder with -o, and "
                             "run again"
                           : "");
    return gau_tool_job_failed(err, verbosity, status);
}

int gau_run_ranks(struct gau_run_arguments *a, enum gau_distribution how)
{
    struct ranked_run r = {.a = a};
    struct gau_tool_job job = {0};
    gau_error err = {0};
    int status;

    if (prepare(&r, how, &err) != GAU_OK) {
        gau_temp_folder_remove();
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    }
    status = run_job(&r, &job);
    gau_tool_job_close(&job);
    fflush(stdout);
    gau_temp_folder_remove();
    if (status != GAU_EXIT_OK)
        gau_mpi_abort(status); /* else the others would wait */
    gau_job_ranks_close(&r.ranks);
    return status;
}
