/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_internal.h"

#include "documents/document_fields.h"
#include "table/number_format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A report has times and no samples, but VTune takes one sample per interval of CPU time. */

static const char file_name[] = "vtune-tasks.csv", document_name[] = "vtune";
static const double default_interval_s = 0.01, shortest_s = 1e-6, longest_s = 1;

/* --- where it is --------------------------------------------------------------------------- */

static bool is_named_csv(const char *path)
{
    const char *const end = strrchr(path, '.');

    return end && strcmp(end, ".csv") == 0;
}

static bool set_path(char path[PATH_MAX], const char *folder, const char *name)
{
    const int length = snprintf(path, PATH_MAX, "%s/%s", folder, name);

    return length >= 0 && length < PATH_MAX;
}

bool gau_agreement_find_vtune(struct gau_agreement_vtune *out, const char *samples)
{
    const char *const slash = strrchr(samples, '/');
    struct stat info;
    const bool there = stat(samples, &info) == 0;

    if (there && S_ISDIR(info.st_mode)) {
        if (!set_path(out->path, samples, "samples.gtr") || access(out->path, F_OK) == 0 ||
            !set_path(out->path, samples, file_name) || access(out->path, F_OK) != 0)
            return false;
        snprintf(out->folder, sizeof out->folder, "%s", samples);
        return true;
    }
    if (strlen(samples) >= PATH_MAX || (!there && !is_named_csv(samples)))
        return false;
    snprintf(out->path, sizeof out->path, "%s", samples);
    snprintf(out->folder, sizeof out->folder, "%.*s", slash ? (int)(slash - samples + 1) : 1,
             slash ? samples : ".");
    return true;
}

/* --- the interval -------------------------------------------------------------------------- */

static double read_interval(const char *folder, gau_error *error)
{
    json_t *const document = gau_document_load(folder, document_name, error);
    double interval_s = default_interval_s;

    if (document) {
        const struct gau_document_fields fields =
            gau_document_fields_of(document, document_name, error);

        interval_s = gau_document_fields_real(&fields, "interval_s");
        if (!(interval_s >= shortest_s && interval_s <= longest_s))
            gau_fail_first(error, GAU_ERR_IO,
                           "%s.json: interval_s: a time of 1 us to 1 s was expected, not %g s",
                           document_name, interval_s);
    }
    json_decref(document);
    return interval_s;
}

/* Returns the given interval, else that of the run. */
static double find_interval(const struct gau_agreement_state *work, const char *folder)
{
    char path[PATH_MAX];

    if (work->runs->interval_s > 0)
        return work->runs->interval_s;
    if (!set_path(path, folder, "vtune.json") || access(path, F_OK) != 0)
        return default_interval_s;
    return read_interval(folder, work->error);
}

/* --- samples ------------------------------------------------------------------------------- */

static void note_interval(struct gau_agreement_state *work, const char *path, double interval_s)
{
    char text[64];

    gau_hotspots_note(&work->notes,
                      "samples are the CPU times in VTune's report '%.*s', counted as samples of "
                      "%s, its sampling interval",
                      GAU_QUOTE(path), gau_quantity_text(text, sizeof text, interval_s, "s"));
}

void gau_agreement_add_vtune(struct gau_agreement_state *work,
                             const struct gau_agreement_vtune *found,
                             const struct gau_vtune_report *report)
{
    const double interval_s = find_interval(work, found->folder);

    work->vtune = true;
    if (report->n == 0 && work->runs->n == 1 && work->runs->events == 0)
        gau_fail_first(work->error, GAU_ERR_USAGE, "'%.*s' has no rows: VTune took no samples",
                       GAU_QUOTE(found->path));
    for (uint32_t i = 0; i < report->n && work->error->status == GAU_OK; i++) {
        const double cpu_s = report->tasks[i].cpu_s, samples = round(cpu_s / interval_s);
        const struct gau_agreement_branch branch = {
            .task = true,
            .row = {.samples = (uint64_t)(cpu_s > 0 ? fmax(samples, 1) : 0), .sampled_s = cpu_s},
            .squares = cpu_s * interval_s,
            .cubes = cpu_s * interval_s * interval_s};

        gau_agreement_add(work, report->tasks[i].name, branch);
    }
    if (work->runs->n == 1)
        note_interval(work, found->path, interval_s);
}
