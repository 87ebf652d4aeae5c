/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_rules.h"

#include "documents/document.h"

/* --- timer --------------------------------------------------------------------------------- */

#define TIMES                                                                                \
    "branch branch, parent parent, root key, path key, name same, depth same, level same, "  \
    "calls sum, total_s sum, self_s sum, mean_s ratio total_s calls, min_s min calls, "      \
    "max_s max, stddev_s deviation calls total_s sum_of_squares_s2, sum_of_squares_s2 sum, " \
    "p50_s percentile histogram min_s max_s, p90_s percentile histogram min_s max_s, "       \
    "p99_s percentile histogram min_s max_s, slowest_event at max_s, type same, "            \
    "cpu_total_s sum, cpu_self_s sum, memory_total_MB sum, memory_self_MB sum, "             \
    "histogram histogram"

static const char timer[] =
    "clock same, tick_s tick, overhead_per_call_ns max, workers sum, warm_up_events same, "
    "event_window window, branches: " TIMES ", warm_up: " TIMES ", loop_times: result source 64, "
    "worker key, events sum, loop_s sum, event_s sum, input_s sum, waiting_s sum, merge_s sum, "
    "auditors_estimate_s sum, unaccounted_s sum, allowed_s sum";

/* --- others -------------------------------------------------------------------------------- */

static const char counts[] =
    "events sum, accepted sum, branches: branch branch, parent parent, path key, name same, "
    "executed sum, accepted sum, rejected sum, failed sum, reused sum, skipped sum";

static const char run[] =
    "status worst, failure_reason first, exit_status max, job same, command same, program same, "
    "start_time first, host same, cpu_model same, cores same, versions same, clock same, "
    "workers sum, event_window window, events sum, accepted sum, wall_s max, loop_s max, "
    "user_s sum, system_s sum, peak_rss_bytes max, options options, launcher same, ranks same, "
    "results: result same, rank key, host key, start_time key, wall_s key, user_s key, "
    "status same, failure_reason same, exit_status same, event_window same, input same, "
    "events same";

static const char collect[] =
    "command same, program same, working_directory same, start_time first, "
    "requested_interval_s same, requested_clock same, start_paused same, resume_after_s same, "
    "follow_child same, timeline same, buffer_bytes same, not_sampled_reason first, "
    "elapsed_s max, exit_status max, signal max, signal_name first, core_dumped max, user_s sum, "
    "system_s sum, peak_rss_bytes max, minor_faults sum, major_faults sum, "
    "voluntary_context_switches sum, involuntary_context_switches sum, clock same, "
    "clock_note first, includes_kernel_time same, clock_resolution_s max, samples sum, "
    "interval_s ratio sampled_s samples, sampled_s sum, cpu_s sum, "
    "bytes_per_sample ratio file_bytes samples, truncated sum, dropped sum, dropped_s sum, "
    "lost_samples sum, lost_blocks sum, missed_samples sum, frames_by_cfi sum, "
    "frames_by_frame_pointer sum, frames_by_stack_scan sum, handler_s sum, writer_s sum, "
    "threads sum, threads_ended sum, threads_not_sampled sum, threads_other_clock sum, "
    "threads_small_signal_stack sum, threads_found sum, processes_unrecorded sum, "
    "itt_clients sum, itt_calls sum, unmatched_ends sum, unclosed_tasks sum, dropped_tasks sum, "
    "lists sum, entries sum, dropped_lists sum, file_bytes sum, blocks sum, missing_blocks sum, "
    "skipped_bytes sum, tail_bytes sum, invalid_records sum, dangling_references sum, "
    "unknown_records sum, files sum, files_unreadable sum, files_ended sum, "
    "processes: result source, file key";

const char *gau_merge_known_rules(const char *name)
{
    static const struct {
        const char *kind, *rules;
    } known[] = {{"timer", timer}, {"counts", counts}, {"run", run}, {"collect", collect}};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (gau_document_is(name, known[i].kind))
            return known[i].rules;
    return NULL;
}
