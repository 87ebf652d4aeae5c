/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_PROFILE_H
#define GAUDIT_TOOLS_PROFILE_PROFILE_H

#include "tools/collect/executable.h"
#include "tools/common/job_loading.h"

/* `gaudit profile`: a job, by `gaudit run`, or a program under a profiler. */

struct gau_profile {
    struct gau_run_arguments run;
    char **program;                /* with its arguments; NULL: a job. Borrowed */
    struct gau_argv passed;        /* the options of `gaudit run`, in their order */
    struct gau_argv vtune_options; /* more of VTune's collection */
    const char *html;              /* the file that gets the page; or NULL */
    const char *with;              /* of gau_shared_profilers; NULL: auto */
    bool dry_run;
    bool start_paused;                     /* an auditor of the job resumes */
    bool has_timer;                        /* the job has a TimerAuditor that is enabled */
    struct gau_sampling_interval interval; /* without a text: it was not given */
};

/* Prints the command lines that collect and report, the first for a run that joins @p folder. */
void gau_profile_print(const struct gau_profile *profile, const char *folder,
                       const struct gau_argv *collect, const struct gau_argv *report);

/* Prints the report of a folder: times, if there are any, and the CPU time by branch and function.
 * Returns an exit status. */
int gau_profile_report(const struct gau_profile *profile, const char *folder);

/* Runs, or only prints, the program under VTune, whose result is put into @p folder. Returns an
 * exit status. */
int gau_profile_with_vtune(const struct gau_profile *profile, const struct gau_vtune *vtune,
                           const char *folder, const struct gau_argv *program);

#endif
