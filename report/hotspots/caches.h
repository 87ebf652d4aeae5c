/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_CACHES_H
#define GAUDIT_REPORT_HOTSPOTS_CACHES_H

#include "result.h"

#include "report/symbols/texts.h"

/* What was found out about a result, so that it is not asked for each sample. */
struct gau_hot_caches {
    uint32_t *modules;         /* of the symbolizer, by that of the profile */
    struct gau_frames *frames; /* by stack; no items: not yet asked for */
    uint32_t *functions;       /* canonical ones plus one, by function; 0: not yet known */
    uint32_t function_count, function_size;
    struct gau_map function_map;
    uint32_t *tasks;      /* the first of the same domain and name, by task */
    struct gau_heap heap; /* names of tasks that are called by functions */
    bool *same_name;      /* by task: another domain has one of that name, too */
    /* A process that has called exec() has a file for each program, and its first thread is in all
     * of them. The first file of the same process, by process; the first of the same thread. */
    uint32_t *processes, *threads;
    bool *has_samples; /* by thread: the same one has, in some file */
    bool *process_has_samples;
    bool out_of_memory; /* what depends on it may be wrong */
};

bool gau_hot_caches_fill(struct gau_hot_result *result);
void gau_hot_caches_free(struct gau_hot_caches *caches);

#endif
