/* SPDX-License-Identifier: Apache-2.0 */
#include "common_properties.h"

static const char *const on_error_texts[] = {"FailJob", "AbortEvent", "Reject", "Ignore", NULL};

const gau_property gau_algorithm_properties[] = {
    GAU_BOOL(struct gau_algorithm_policy, enable, "Enable", true,
             "False skips this component: it is not run and has no decision"),
    GAU_ENUM(struct gau_algorithm_policy, on_error, "OnError", GAU_ON_ERROR_FAIL_JOB,
             on_error_texts, "What happens on an error once ErrorMax is exceeded"),
    GAU_INT(struct gau_algorithm_policy, error_max, "ErrorMax", 0, 0, INT64_MAX, "",
            "Errors, of all workers together, that are tolerated as rejections; with several "
            "workers, their order decides which ones"),
    GAU_PROPERTY_END,
};

const gau_property gau_sequence_properties[] = {
    GAU_BOOL(struct gau_algorithm_policy, enable, "Enable", true,
             "False skips this sequence with all its members"),
    GAU_PROPERTY_END,
};

const char *const gau_phase_names[] = {
    [GAU_INITIALIZE] = "Initialize", [GAU_START] = "Start",
    [GAU_EXECUTE] = "Execute",       [GAU_STOP] = "Stop",
    [GAU_FINALIZE] = "Finalize",     [GAU_PHASE_COUNT] = NULL,
};

const gau_property gau_auditor_filter_properties[] = {
    GAU_BOOL(struct gau_auditor_filter, enable, "Enable", true,
             "False removes this auditor from the job"),
    GAU_INT(struct gau_auditor_filter, start, "StartFromEventN", 1, 1, INT64_MAX, "",
            "Number of the first audited event; events count from 1"),
    GAU_INT(struct gau_auditor_filter, stop, "StopAtEventN", 0, 0, INT64_MAX, "",
            "Number of the first event that is no longer audited; 0: never"),
    GAU_STRINGS(struct gau_auditor_filter, include, "IncludeAlgorithms", "",
                "Shell patterns of component names or branch identifiers: only these branches, "
                "with all below them"),
    GAU_STRINGS(struct gau_auditor_filter, exclude, "ExcludeAlgorithms", "",
                "Shell patterns of branches to exclude; their time is shown as [excluded]"),
    GAU_INT(struct gau_auditor_filter, max_depth, "MaxDepth", 0, 0, 1000, "",
            "Deepest audited level, 1 for the top level; 0: all"),
    GAU_WORDS(struct gau_auditor_filter, phases, "Phases", "Execute", gau_phase_names,
              "Audited phases of the job"),
    GAU_PROPERTY_END,
};
