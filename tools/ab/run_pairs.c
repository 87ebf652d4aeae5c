/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "ab.h"

#include "tools/common/signals.h"
#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"

#include <gaudit/app.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 4200 };

/* --- folders ------------------------------------------------------------------------------- */

gau_status gau_ab_make_folder(struct gau_ab *ab, const char *name, gau_error *err)
{
    const char *const given = ab->run.settings.output;
    char path[PATH_SIZE];

    if (given) {
        if (strlen(given) >= sizeof ab->folder)
            return gau_fail(err, GAU_ERR_USAGE, "the path of the folder is too long");
        GAU_TRY(gau_app_folder_claim(&ab->claimed, given, err));
        snprintf(ab->folder, sizeof ab->folder, "%s", given);
    } else {
        GAU_TRY(gau_temp_folder_make(ab->folder, sizeof ab->folder, name, err));
    }
    if (ab->programs[0]) { /* programs may change their working directory */
        if (!realpath(ab->folder, path) || strlen(path) >= sizeof ab->folder)
            return gau_fail(err, GAU_ERR_IO, "cannot find '%.*s': %s", GAU_QUOTE(ab->folder),
                            strerror(errno));
        strcpy(ab->folder, path);
    }
    return GAU_OK;
}

static gau_status make_folders(struct gau_ab *ab, gau_error *err)
{
    char path[PATH_SIZE];

    GAU_TRY(gau_ab_make_folder(ab, "ab", err));
    for (int side = 0; side < 2; side++) {
        snprintf(path, sizeof path, "%s/%c", ab->folder, "ab"[side]);
        if (mkdir(path, 0777) != 0)
            return gau_fail(err, GAU_ERR_IO, "cannot make the folder '%.*s': %s", GAU_QUOTE(path),
                            strerror(errno));
    }
    return GAU_OK;
}

static void path_of(char *path, const struct gau_ab *ab, int side, uint64_t pair,
                    const char *suffix)
{
    snprintf(path, PATH_SIZE, "%s/%c/%03" PRIu64 "%s", ab->folder, "ab"[side], pair, suffix);
}

/* Moves results without a partner out of the comparison. */
static void set_aside(const struct gau_ab *ab, uint64_t pair)
{
    static const char *const suffixes[] = {"", ".log"};
    char from[PATH_SIZE], to[PATH_SIZE];

    snprintf(to, sizeof to, "%s/failed", ab->folder);
    mkdir(to, 0777);
    for (int i = 0; i < 4; i++) {
        path_of(from, ab, i % 2, pair, suffixes[i / 2]);
        snprintf(to, sizeof to, "%s/failed/%c-%03" PRIu64 "%s", ab->folder, "ab"[i % 2], pair,
                 suffixes[i / 2]);
        rename(from, to);
    }
    snprintf(to, sizeof to, "%s/failed", ab->folder);
    rmdir(to); /* fails, unless it is empty */
}

/* --- progress ------------------------------------------------------------------------------ */

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show_progress(const struct gau_ab *ab, const struct gau_ab_outcome *outcome,
                          uint64_t pair, int side)
{
    const double each = (now_s() - outcome->began_s) / (double)outcome->made;
    const double left = each * (double)(2 * ab->pairs - outcome->made);

    if (!ab->run.settings.progress)
        return;
    fprintf(stderr, "\rpair %" PRIu64 " of %" PRIu64 ", %c", pair, ab->pairs, "AB"[side]);
    if (outcome->made > 0)
        fprintf(stderr, ", %.3g s a run, %.0f s left", each, left);
    fputs("\033[K", stderr);
    fflush(stderr);
}

static void clear_progress(const struct gau_ab *ab)
{
    if (ab->run.settings.progress)
        fputs("\r\033[K", stderr);
}

/* --- runs ---------------------------------------------------------------------------------- */

static void print_failure(const struct gau_ab *ab, int side, uint64_t pair, int status)
{
    char log[PATH_SIZE], text[1024];

    path_of(log, ab, side, pair, ".log");
    gau_ab_message(text, sizeof text, log, ab->programs[side] ? GAU_AB_OTHERS : GAU_AB_ALL);
    if (!text[0] && status < 128)
        gau_ab_message(text, sizeof text, log, GAU_AB_OURS);
    clear_progress(ab);
    fprintf(stderr, "gaudit: run %c/%03" PRIu64 " %s %d%s%s\n", "ab"[side], pair,
            status > 128 ? "was ended by signal" : "failed with status",
            status > 128 ? status - 128 : status, text[0] ? ": " : "", text);
}

/* Warnings of successful runs are printed once, since they are much the same in all runs. Output of
 * programs is only kept. */
static void print_warning(const struct gau_ab *ab, int side, uint64_t pair, bool *printed)
{
    char log[PATH_SIZE], text[1024];

    path_of(log, ab, side, pair, ".log");
    gau_ab_message(text, sizeof text, log, GAU_AB_ALL);
    if (!text[0]) {
        unlink(log);
        return;
    }
    if (ab->programs[side])
        gau_ab_message(text, sizeof text, log, GAU_AB_OURS);
    if (text[0] && !*printed) {
        clear_progress(ab);
        fprintf(stderr, "gaudit: run %c/%03" PRIu64 " says: %s\n", "ab"[side], pair, text);
        *printed = true;
    }
}

/* Makes one run; false if it failed, or a signal ended the command. */
static bool run_one(const struct gau_ab *ab, struct gau_ab_outcome *outcome, int side,
                    uint64_t pair)
{
    static bool printed;
    char folder[PATH_SIZE], log[PATH_SIZE];
    int status;

    path_of(folder, ab, side, pair, "");
    path_of(log, ab, side, pair, ".log");
    status = gau_ab_run_side(ab, side, folder, log);
    outcome->made++;
    outcome->signal = gau_signals_came();
    if (outcome->signal)
        return false;
    if (status == GAU_EXIT_OK) {
        print_warning(ab, side, pair, &printed);
        return true;
    }
    print_failure(ab, side, pair, status);
    outcome->failures++;
    if (!outcome->status)
        outcome->status = status;
    return false;
}

/*
 * A B, B A, A B, ...: each side is first equally often, so that neither steady drift nor an effect
 * of the first run on the second favours a side. Random order would achieve that on average only,
 * and pairs are few.
 */
static void run_pair(const struct gau_ab *ab, struct gau_ab_outcome *outcome, uint64_t pair)
{
    const int first = pair % 2 == 0;
    bool complete = true;

    for (int i = 0; i < 2 && complete; i++) {
        show_progress(ab, outcome, pair, first ^ i);
        complete = run_one(ab, outcome, first ^ i, pair);
    }
    if (complete)
        outcome->complete++;
    else
        set_aside(ab, pair);
}

/* If the first pair fails, all would fail. */
static bool has_failed_first(const struct gau_ab_outcome *outcome)
{
    return outcome->failures >= (outcome->complete ? GAU_AB_FAILURES_MAX : 1);
}

static int make_runs(struct gau_ab *ab, struct gau_ab_outcome *outcome)
{
    gau_error err = {0};
    const gau_status status = make_folders(ab, &err);

    *outcome = (struct gau_ab_outcome){.began_s = now_s()};
    if (status < 0)
        return gau_usage_failed(&err, gau_exit_of(status, GAU_EXIT_RESULTS));
    gau_signals_hold(); /* complete pairs are reported */
    for (uint64_t pair = 1; pair <= ab->pairs && !outcome->signal && !has_failed_first(outcome);
         pair++)
        run_pair(ab, outcome, pair);
    gau_signals_release();
    clear_progress(ab);
    return GAU_EXIT_OK;
}

static void print_missing(const struct gau_ab *ab, const struct gau_ab_outcome *outcome)
{
    if (outcome->signal)
        fprintf(stderr, "gaudit: ended by signal %d after %" PRIu64 " of %" PRIu64 " pairs\n",
                outcome->signal, outcome->complete, ab->pairs);
    else if (outcome->complete < ab->pairs && ab->run.settings.output)
        fprintf(stderr,
                "gaudit: %" PRIu64 " of %" PRIu64 " pairs are complete; files of the others are in "
                "'%.*s/failed'\n",
                outcome->complete, ab->pairs, GAU_QUOTE(ab->run.settings.output));
    else if (outcome->complete < ab->pairs)
        fprintf(stderr,
                "gaudit: %" PRIu64 " of %" PRIu64 " pairs are complete; use -o DIR to keep the "
                "files of the others\n",
                outcome->complete, ab->pairs);
}

int gau_ab_run(struct gau_ab *ab, struct gau_ab_outcome *outcome)
{
    int status = gau_ab_check(ab);

    if (status == GAU_EXIT_OK)
        status = make_runs(ab, outcome);
    if (status == GAU_EXIT_OK)
        print_missing(ab, outcome);
    return status;
}
