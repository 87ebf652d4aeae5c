/* SPDX-License-Identifier: Apache-2.0 */
#include "run_ranks.h"

#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"
#include "tools/ranks/mpi_library.h"
#include "tools/ranks/rank_agreement.h"
#include "tools/ranks/rank_clock.h"
#include "tools/ranks/rank_reduction.h"

#include "documents/document.h"
#include "errors/errors.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct ranked_run {
    struct gau_run_arguments *a;
    struct gau_job_ranks ranks;
    struct gau_tool_job job;
    int64_t file;               /* which ranks.json this rank sees */
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

/* --- before the run: steps of all ranks ------------------------------------------------------ */

/* What must be the same on all, a line each; the job itself is compared as XML. Workers may differ,
 * as nodes do, and what concerns only one rank's messages. */
static void write_settings(char *text, size_t size, const struct gau_run_arguments *a,
                           const struct gau_run_of_rank *given)
{
    char events[32] = "no --events";

    if (a->settings.events > 0)
        snprintf(events, sizeof events, "--events %" PRIu64, a->settings.events);
    snprintf(text, size, "--%s %" PRIu64 "\n%s\n--distribute %s\n%s%s\n%s%s\n%s\n",
             a->only ? "only" : "skip", a->only ? a->only : a->settings.skip, events,
             gau_distributions[given->how], a->settings.output ? "--output " : "no --output",
             a->settings.output ? a->settings.output : "", given->html ? "--html " : "no --html",
             given->html ? given->html : "", a->quiet ? "--quiet" : "no --quiet");
}

/* Without --output a rank has its results in a temporary folder until rank 0 has them. */
static int open_job(struct ranked_run *r)
{
    gau_app_settings *const settings = &r->a->settings;
    gau_error err = {0};

    if (gau_temp_folder_make(r->folder, sizeof r->folder, "rank", &err) != GAU_OK)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    if (!settings->output) {
        snprintf(r->output, sizeof r->output, "%s/result", r->folder);
        settings->output = r->output;
    }
    if (gau_job_ranks_begin(&r->ranks, settings, &err) != GAU_OK)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    return gau_tool_job_open(&r->job, r->a->path, &r->a->changes, settings);
}

/* A number that ranks have in common which see the same file. */
static int64_t identify(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat facts;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX || stat(path, &facts) != 0)
        return 0;
    return (int64_t)facts.st_ino * 1000003 + facts.st_mtim.tv_sec * INT64_C(1000000000) +
           facts.st_mtim.tv_nsec;
}

/* The run makes its own folder, but when it does, ranks no longer wait for each other. */
static int try_folder(struct ranked_run *r)
{
    const gau_app_settings *const s = &r->a->settings;
    gau_app_folder folder;
    gau_error err = {0};

    if (s->output == r->output || gau_app_folder_is_joined(s->output))
        return GAU_EXIT_OK;
    if (gau_app_folder_claim(&folder, s->output, &err) != GAU_OK)
        return gau_tool_job_failed(&err, s->verbosity,
                                   (int)gau_exit_of(err.status, GAU_EXIT_USAGE));
    r->file = identify(s->output, "ranks.json");
    gau_app_folder_close(&folder);
    return GAU_EXIT_OK;
}

static void warn_of_folders(const struct ranked_run *r)
{
    const struct gau_launcher_rank *const place = &r->ranks.place;
    int64_t first = r->file;
    struct gau_rank_votes others;

    gau_mpi_broadcast(0, &first, sizeof first);
    gau_ranks_vote(place, r->file != first, &others);
    if (place->rank == 0 && others.n > 0)
        fprintf(stderr,
                "gaudit: warning: '%.*s' is another folder for %d of %d ranks than for rank 0: put "
                "all folders rank-* into one, which is then the result\n",
                GAU_QUOTE(r->a->settings.output), others.n, place->size);
}

static int open_counter(struct ranked_run *r)
{
    gau_error err = {0};

    return gau_job_ranks_share(&r->ranks, &err) == GAU_OK
               ? GAU_EXIT_OK
               : gau_usage_failed(&err, GAU_EXIT_RESULTS);
}

static int agree(struct ranked_run *r, int (*step)(struct ranked_run *r))
{
    gau_usage_hold();
    return gau_ranks_agree(&r->ranks.place, step(r));
}

static int prepare(struct ranked_run *r, const struct gau_run_of_rank *given)
{
    const struct gau_launcher_rank *const place = &r->ranks.place;
    char settings[4 * PATH_MAX];
    int status;

    status =
        gau_ranks_agree(place, given->status == GAU_OPTIONS_READ ? GAU_EXIT_OK : given->status);
    if (status == GAU_EXIT_OK) {
        write_settings(settings, sizeof settings, r->a, given);
        status = gau_ranks_compare(place, settings, NULL);
    }
    if (status == GAU_EXIT_OK)
        status = agree(r, open_job);
    if (status == GAU_EXIT_OK)
        status = gau_ranks_compare(place, r->a->settings.resolved_options, "'gaudit show -f xml'");
    if (status == GAU_EXIT_OK)
        status = agree(r, try_folder);
    if (status == GAU_EXIT_OK) {
        warn_of_folders(r);
        status = agree(r, open_counter);
    }
    return status;
}

/* --- the run of a rank ----------------------------------------------------------------------- */

/* Rank 0 prints what all ranks have. */
static int print_all(struct ranked_run *r, const char *folder, gau_error *err)
{
    char merged[PATH_MAX];

    if (gau_rank_reduce(&r->ranks.place, folder, r->folder, merged, err) &&
        r->ranks.place.rank == 0) {
        print_summary(r, merged, err);
        print_documents(r, merged, err);
        fflush(stdout);
    }
    return err->status == GAU_OK
               ? GAU_EXIT_OK
               : gau_run_rank_failed(err, r->a->settings.verbosity, GAU_EXIT_RESULTS);
}

/* After a signal, too: a rank that had none has gone on to the end of the input. All have the same
 * exit status. */
static int end_together(const struct ranked_run *r, const gau_app_summary *summary)
{
    const struct gau_launcher_rank *const place = &r->ranks.place;
    struct gau_rank_votes signals, events, statuses;

    gau_ranks_vote(place, summary->signal, &signals);
    gau_ranks_vote(place, (int64_t)summary->events, &events);
    gau_ranks_vote(place, summary->exit_status, &statuses);
    if (place->rank == 0 && signals.n > 0)
        fprintf(stderr, "gaudit: %d of %d ranks %s ended by %s, after %" PRId64 " events\n",
                signals.n, place->size, signals.n == 1 ? "was" : "were",
                signals.number == SIGINT ? "SIGINT" : "SIGTERM", events.sum);
    return (int)statuses.number;
}

/* Sets @p together if no other rank waits for this one. */
static int run(struct ranked_run *r, bool *together)
{
    const int verbosity = r->a->settings.verbosity;
    gau_app_summary summary;
    gau_error err = {0};
    int status;

    gau_rank_clock_begin(&r->ranks.place);
    if (gau_tool_job_run(r->job.app, &summary, &err) < 0)
        return gau_run_rank_failed(&err, verbosity, summary.exit_status);
    gau_rank_clock_end(&r->ranks.place, summary.folder, &err);
    if (err.status != GAU_OK)
        return gau_run_rank_failed(&err, verbosity, GAU_EXIT_RESULTS);
    status = r->a->quiet ? GAU_EXIT_OK : print_all(r, summary.folder, &err);
    if (status != GAU_EXIT_OK)
        return status;
    *together = true;
    return end_together(r, &summary);
}

bool gau_run_is_alone(void)
{
    struct gau_launcher_rank place;

    return !gau_launcher_rank_find(&place) && place.size == 1;
}

bool gau_run_is_rank(char **argv)
{
    struct gau_launcher_rank place;

    while (*argv && strcmp(*argv, "--mpi") != 0)
        argv++;
    return *argv && gau_launcher_rank_find(&place);
}

void gau_run_warn_of_ranks(const struct gau_run_arguments *a)
{
    struct gau_launcher_rank place;

    if (!a->quiet && gau_launcher_rank_find(&place) && place.rank == 0)
        fprintf(stderr,
                "gaudit: warning: %d ranks process the same events, each all of them, unless their "
                "options differ; with --mpi they share them\n",
                place.size);
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

int gau_run_ranks(struct gau_run_arguments *a, struct gau_run_of_rank *given)
{
    struct ranked_run r = {.a = a};
    bool together = true;
    gau_error err = {0};
    int status;

    if (gau_job_ranks_open(&r.ranks, given->how, &err) != GAU_OK) {
        gau_usage_print_held();
        return given->status == GAU_OPTIONS_READ
                   ? gau_run_rank_failed(&err, a->settings.verbosity, GAU_EXIT_USAGE)
                   : given->status;
    }
    status = prepare(&r, given);
    if (status == GAU_EXIT_OK) {
        together = false;
        status = run(&r, &together);
        given->has_run = together && r.ranks.place.rank == 0;
    }
    gau_tool_job_close(&r.job);
    fflush(stdout);
    gau_temp_folder_remove();
    if (!together)
        gau_mpi_abort(status); /* else the others would wait */
    gau_job_ranks_close(&r.ranks);
    return status;
}
