/* SPDX-License-Identifier: Apache-2.0 */
#include "timing_fixture.h"

#include "tests/unit/temp_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scene_write(const char *folder, const char *name, const char *quoted)
{
    char *const text = strdup(quoted);
    char path[256];

    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    snprintf(path, sizeof path, "%s/%s", folder, name);
    folder_write(path, text);
    free(text);
}

const struct scene_odd *scene_odd;

/* Of a number of ticks, see doc/reference/results.md; the last one has no end. */
static int bin_of(double ticks)
{
    int doubled = 0;

    for (ticks = round(ticks); ticks >= 64 && doubled < 39; ticks /= 2)
        doubled++;
    return 32 * doubled + (int)fmin(ticks, 63);
}

static void write_row(FILE *out, const struct scene_row *row, int cpu)
{
    const double mean = row->calls > 0 ? row->total_s / (double)row->calls : 0;
    const struct scene_odd usual = {row->branch, mean, mean, 0};
    const struct scene_odd *const odd =
        scene_odd && scene_odd->branch == row->branch ? scene_odd : &usual;

    fprintf(out,
            "{'branch':%d,'parent':%d,'root':'%s','path':'%s','name':'%s','depth':0,'calls':%lld,"
            "'total_s':%.17g,'self_s':%.17g,'mean_s':%.17g,'min_s':%.17g,'max_s':%.17g,"
            "'stddev_s':%.17g,'sum_of_squares_s2':%.17g,'p50_s':%.17g,'p90_s':%.17g,'p99_s':%.17g,"
            "'slowest_event':1,",
            row->branch, row->parent, row->root, row->path, row->name, row->calls, row->total_s,
            row->self_s, mean, odd->min_s, odd->max_s, odd->stddev_s,
            fmin(mean * mean * (double)row->calls, 1e300), mean, mean, mean);
    if (cpu)
        fprintf(out, "'cpu_total_s':%.17g,'cpu_self_s':%.17g,", row->cpu_s, row->cpu_s);
    if (odd == &usual && row->calls > 0)
        fprintf(out, "'histogram':[[%d,%lld]],", bin_of(1e6 * mean), row->calls);
    fputs("'type':'Class'}", out);
}

static void write_rows(FILE *out, const struct scene_row *rows, int n, int cpu)
{
    for (int i = 0; i < n; i++) {
        fputs(i > 0 ? ",\n" : "", out);
        write_row(out, &rows[i], cpu);
    }
}

void scene_write_timer(const char *folder, const char *name, const struct scene_timer *timer)
{
    const int cpu = timer->branch_count > 0 && timer->branches[0].cpu_s > 0;
    char *text = NULL, file[64];
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    fputs("{'schema':2,'clock':'tsc','tick_s':1e-06,'overhead_per_call_ns':20.0,'workers':1,"
          "'warm_up_events':1,'event_window':[1,0],'branches':[",
          out);
    write_rows(out, timer->branches, timer->branch_count, cpu);
    fputs("],'warm_up':[", out);
    write_rows(out, timer->first, timer->first_count, cpu);
    fputs("],'loop_times':[]}", out);
    fclose(out);
    snprintf(file, sizeof file, "%s.json", name);
    scene_write(folder, file, text);
    free(text);
}

void scene_write_run(const char *folder, const char *more)
{
    char text[2048];

    snprintf(text, sizeof text, "{'schema':2,'status':'finished',%s'exit_status':0}", more);
    scene_write(folder, "run.json", text);
}
