/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_end.h"

#include "document.h"

#include <math.h>
#include <signal.h>
#include <string.h>

/* What the two documents say. */
struct facts {
    const char *status, *reason; /* "": not known */
    json_int_t exit_status;      /* 0 is also: not known */
    int signal;
    const char *signal_name;
    bool is_of_collect; /* the status says no more than the exit status and the signal */
};

static const char *text_of(const json_t *document, const char *key)
{
    const char *const text = json_string_value(json_object_get(document, key));

    return text ? text : "";
}

static struct facts facts_of(const json_t *run, const json_t *collect)
{
    const json_int_t own = json_integer_value(json_object_get(run, "exit_status")),
                     seen = json_integer_value(json_object_get(collect, "exit_status"));

    return (struct facts){.status = text_of(run, "status"),
                          .reason = text_of(run, "failure_reason"),
                          .exit_status = seen ? seen : own,
                          .signal = (int)json_integer_value(json_object_get(collect, "signal")),
                          .signal_name = text_of(collect, "signal_name"),
                          .is_of_collect = collect && !json_object_get(run, "workers")};
}

static void set_signal(struct gau_rank_end *out, const struct facts *facts)
{
    const bool is_asked = facts->signal == SIGTERM || facts->signal == SIGINT;

    out->kind = is_asked ? GAU_RANK_INTERRUPTED : GAU_RANK_FAILED;
    if (facts->signal_name[0])
        snprintf(out->words, sizeof out->words, "%s", facts->signal_name);
    else
        snprintf(out->words, sizeof out->words, "signal %d", facts->signal);
    snprintf(out->sentence, sizeof out->sentence, "was ended by %s", out->words);
}

static void set_status(struct gau_rank_end *out, const struct facts *facts)
{
    const char *const status = facts->status[0] ? facts->status : "unknown";

    out->kind = strcmp(status, "interrupted") == 0 ? GAU_RANK_INTERRUPTED : GAU_RANK_FAILED;
    snprintf(out->words, sizeof out->words, "%s", status);
    snprintf(out->sentence, sizeof out->sentence, "did not end well: %s%s%s", status,
             facts->reason[0] ? ": " : "", facts->reason);
}

static void set_end(struct gau_rank_end *out, const struct facts *facts, bool has_ended)
{
    const bool is_finished = strcmp(facts->status, "finished") == 0,
               is_running = strcmp(facts->status, "running") == 0,
               says_more = !is_finished && !is_running && !facts->is_of_collect;

    if (facts->signal && !says_more) {
        set_signal(out, facts);
    } else if (facts->exit_status && !says_more) {
        out->kind = GAU_RANK_FAILED;
        snprintf(out->words, sizeof out->words, "exit status %d", (int)facts->exit_status);
        snprintf(out->sentence, sizeof out->sentence, "ended with %s", out->words);
    } else if (is_running && has_ended) {
        out->kind = GAU_RANK_FAILED;
        snprintf(out->words, sizeof out->words, "no results");
        snprintf(out->sentence, sizeof out->sentence,
                 "ended with exit status 0 before its results were written");
    } else if (is_running) {
        out->kind = GAU_RANK_NOT_ENDED;
        snprintf(out->words, sizeof out->words, "not ended");
        snprintf(out->sentence, sizeof out->sentence,
                 "did not end by itself (it was killed, or still runs)");
    } else if (is_finished) {
        snprintf(out->words, sizeof out->words, "finished");
    } else {
        set_status(out, facts);
    }
}

bool gau_rank_end_read(struct gau_rank_end *out, const char *folder)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(folder, "run", &ignored), *const collect =
                                                                        gau_document_load(folder,
                                                                                          "collect",
                                                                                          &ignored);
    const json_t *const elapsed = json_object_get(collect, "elapsed_s"), *const wall =
                                                                             json_object_get(
                                                                                 run, "wall_s");
    const struct facts facts = facts_of(run, collect);
    const bool is_there = run;

    *out = (struct gau_rank_end){.kind = GAU_RANK_FINISHED, .elapsed_s = (double)INFINITY};
    if (json_is_number(elapsed) || json_is_number(wall))
        out->elapsed_s = json_number_value(json_is_number(elapsed) ? elapsed : wall);
    set_end(out, &facts, json_is_number(elapsed));
    json_decref(run);
    json_decref(collect);
    return is_there;
}

int gau_rank_end_compare(const struct gau_rank_end *a, const struct gau_rank_end *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->elapsed_s < b->elapsed_s ? -1 : a->elapsed_s > b->elapsed_s;
}

/* --- jobs ---------------------------------------------------------------------------------- */

/* Reads the first of the ends, and whether there are some that launchers make. Returns the name of
 * its rank, which is borrowed; NULL: there is none. */
static const char *first_end(struct gau_rank_end *out, bool *has_interrupted, const char *folder,
                             const json_t *results)
{
    const char *first = NULL;

    *has_interrupted = false;
    for (size_t i = 0; i < json_array_size(results); i++) {
        const char *const name = text_of(json_array_get(results, i), "result");
        struct gau_rank_end end;
        char path[PATH_MAX];

        if (!gau_result_is_process(name) ||
            snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
            !gau_rank_end_read(&end, path))
            continue;
        *has_interrupted |= end.kind == GAU_RANK_INTERRUPTED;
        if (!first || gau_rank_end_compare(&end, out) < 0) {
            *out = end;
            first = name;
        }
    }
    return first;
}

bool gau_job_end_read(struct gau_job_end *out, const char *folder, const json_t *run)
{
    const char *const status = text_of(run, "status");
    struct gau_rank_end end;
    bool has_interrupted;
    const char *name;

    if (!json_object_get(run, "ranks") ||
        (strcmp(status, "finished") != 0 && strcmp(status, "running") != 0))
        return false;
    name = first_end(&end, &has_interrupted, folder, json_object_get(run, "results"));
    if (!name || end.kind == GAU_RANK_FINISHED ||
        (end.kind == GAU_RANK_NOT_ENDED && !has_interrupted)) /* all may still run */
        return false;
    out->status = end.kind == GAU_RANK_INTERRUPTED ? "interrupted" : "failed";
    snprintf(out->reason, sizeof out->reason, "%.40s %s", name, end.sentence);
    return true;
}

/* --- ranks of another MPI ------------------------------------------------------------------ */

bool gau_rank_is_alone(const char *folder)
{
    gau_error ignored = {0};
    json_t *const mpi = gau_document_load(folder, "mpi", &ignored);
    const bool alone = json_integer_value(json_object_get(mpi, "ranks")) == 1;

    json_decref(mpi);
    return alone;
}

char *gau_rank_alone_text(char *text, size_t size, size_t alone, long long ranks,
                          const char *launcher)
{
    snprintf(text, size,
             "%zu of %lld ranks %s of one rank for %s MPI: the program was built for another MPI "
             "than that of mpirun (%s)",
             alone, ranks, alone == 1 ? "is a job" : "are jobs", alone == 1 ? "its" : "their",
             launcher);
    return text;
}
