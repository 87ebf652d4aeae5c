/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "tools/common/usage.h"
#include "tools/show/resolved_job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[2] = {"StartFromEventN", "StopAtEventN"};

/* A text that is no number is left for the run to report. */
static int64_t setting_of(const gau_node *node, const char *key, int64_t unset)
{
    const gau_setting *const setting = gau_show_setting(node, key);

    return setting ? strtoll(setting->value, NULL, 10) : unset;
}

/* Returns whether the auditor has a window of its own. */
static bool get_window(int64_t window[2], const gau_node *auditor)
{
    window[0] = auditor ? setting_of(auditor, keys[0], 1) : 1;
    window[1] = auditor ? setting_of(auditor, keys[1], 0) : 0;
    return window[0] > 1 || window[1] > 0;
}

/* Returns the auditor that is enabled; NULL if there is none, or several. */
static const gau_node *find_auditor(const struct gau_tool_job *job, const char *type)
{
    const char *const name = gau_tool_job_auditor(job, type);
    const gau_node *const root = gau_options_root(job->options);

    for (size_t i = 0; name && i < root->n_children; i++) {
        const gau_node *const node = root->children[i];
        const gau_setting *const enabled = gau_show_setting(node, "Enable");

        if (node->kind == GAU_NODE_AUDITOR && strcmp(node->type, type) == 0 &&
            strcmp(node->name ? node->name : type, name) == 0 &&
            !(enabled && strcmp(enabled->value, "false") == 0))
            return node;
    }
    return NULL;
}

static void set_window(struct gau_ab *ab, const char *auditor, const int64_t window[2])
{
    for (int i = 0; i < 2; i++) {
        gau_argv_add(&ab->timer, "--set");
        gau_argv_add(&ab->timer, "%s.%s=%" PRId64, auditor, keys[i], window[i]);
    }
}

/* The timer is that of gau_ab_find_timer(). If the IttAuditor is switched off, samples have a
 * substitute, and a note about other windows. */
static void share_window(struct gau_ab *ab, const struct gau_tool_job *job, int64_t window[2])
{
    const gau_node *const timer = find_auditor(job, "TimerAuditor");
    const gau_node *itt = find_auditor(job, "IttAuditor");
    int64_t of_itt[2];

    if (!itt)
        itt = find_auditor(job, "IntelProfilerAuditor");
    if (!get_window(window, timer)) {
        if (get_window(window, itt))
            set_window(ab, timer && timer->name ? timer->name : "TimerAuditor", window);
        return;
    }
    if (!itt && gau_tool_job_has_auditor(job, "IttAuditor"))
        return;
    if (!itt)
        gau_argv_add_all(&ab->timer, "--audit", "IttAuditor", NULL);
    if (!get_window(of_itt, itt))
        set_window(ab, !itt ? "IttAuditor" : itt->name ? itt->name : itt->type, window);
}

int gau_ab_share_window(struct gau_ab *ab, int64_t window[2])
{
    struct gau_tool_job job = {0};
    const int status =
        gau_tool_job_read(&job, ab->run.path, &ab->run.changes, ab->run.settings.verbosity);

    if (status == GAU_EXIT_OK)
        share_window(ab, &job, window);
    gau_tool_job_close(&job);
    return status == GAU_EXIT_OK && ab->timer.out_of_memory ? gau_usage_out_of_memory("runs")
                                                            : status;
}
