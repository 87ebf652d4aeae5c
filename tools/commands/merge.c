/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/command_options.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "report/merge/merge_recorded.h"
#include "report/merge/merge_results.h"

#include <gaudit/app.h>

#include <inttypes.h>
#include <limits.h>

struct values {
    const char *output;
    bool different_jobs;
};

static const struct gau_option options[] = {
    {GAU_OPTION_OUTPUT(struct values, output)},
    {GAU_FLAG(struct values, different_jobs, "different-jobs",
              "also merge results of different jobs or programs")},
    {0},
};

static void print_notes(const struct gau_merge_notes *notes, const char *output)
{
    printf("%" PRIu64 " results merged: %s\n", notes->results, output);
    if (notes->unfinished[0])
        fprintf(stderr, "gaudit: warning: not finished: %s\n", notes->unfinished);
    if (notes->overlaps[0])
        fprintf(stderr, "gaudit: warning: %s\n", notes->overlaps);
    if (notes->gaps[0])
        fprintf(stderr, "gaudit: note: %s\n", notes->gaps);
    if (notes->partial[0])
        fprintf(stderr, "gaudit: note: not all results have %s\n", notes->partial);
    if (notes->differing[0])
        fprintf(stderr, "gaudit: note: null, as results differ: %s\n", notes->differing);
    if (notes->without[0])
        fprintf(stderr, "gaudit: note: not merged, as their components do not say how: %s\n",
                notes->without);
    if (notes->files[0])
        fprintf(stderr, "gaudit: note: these files are not merged: %s\n", notes->files);
}

static int merge(const struct values *values, char **folders, size_t n)
{
    const struct gau_merge_request request = {.folders = (const char *const *)folders,
                                              .n = n,
                                              .into = values->output,
                                              .different_jobs = values->different_jobs};
    struct gau_app_folder claimed;
    struct gau_merge_notes notes;
    gau_error error = {0};

    if (gau_app_folder_claim(&claimed, values->output, &error) != GAU_OK)
        return gau_usage_exit(&error);
    if (gau_merge_results(&request, &notes, &error) == GAU_OK &&
        gau_merge_recorded(request.folders, request.folders, n, values->output, &error) == GAU_OK)
        print_notes(&notes, values->output);
    gau_app_folder_close(&claimed);
    return gau_usage_exit(&error);
}

static int run(int argc, char **argv)
{
    struct values values = {0};
    int status = gau_options_read(&gau_tool_merge, argc, argv, &values, NULL);

    if (status == GAU_OPTIONS_READ && !values.output)
        status = gau_options_wrong(&gau_tool_merge, "-o DIR is missing: where the merged result "
                                                    "is to be");
    if (status == GAU_OPTIONS_READ)
        status = merge(&values, argv + optind, (size_t)(argc - optind));
    return status;
}

const struct gau_command gau_tool_merge = {
    .name = "merge",
    .summary = "makes one result of those of many runs of a job",
    .usage = "-o DIR [OPTION...] DIR...",
    .about =
        "Makes one result of many, such as those of the batch jobs that share the events of a\n"
        "job. Calls, times, histograms and counts are added; the result does not depend on\n"
        "the order of DIRs, and merged results can be merged again.\n",
    .options = options,
    .notes = "exit status: 0 success; 1 wrong usage, a DIR is no result, is given twice or is of\n"
             "another job; 5 a result cannot be read, or the merged one cannot be written\n",
    .operand = "a result folder",
    .least = 1,
    .most = INT_MAX,
    .takes_results = true,
    .run = run,
};
