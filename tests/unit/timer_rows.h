/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TIMER_ROWS_H
#define TESTS_UNIT_TIMER_ROWS_H

#include "documents/views/views.h"

#include <stdlib.h>
#include <string.h>

/* Documents as texts, with ' for " */

#define BRANCH(branch, parent, path, name, calls, total, self)                                  \
    "{'branch':" #branch ",'parent':" #parent ",'root':'Event','path':'" path "','name':'" name \
    "','depth':0,'calls':" #calls ",'total_s':" #total ",'self_s':" #self                       \
    ",'mean_s':0,'min_s':0,'max_s':0,'stddev_s':0,'sum_of_squares_s2':0,'p50_s':0,'p90_s':0,"   \
    "'p99_s':0,'slowest_event':17,'type':''}"

#define LOOP_TIME(worker, loop, event, rest, allowed)                                             \
    "{'worker':" #worker ",'loop_s':" #loop ",'event_s':" #event                                  \
    ",'input_s':0.25,'waiting_s':0.125,'merge_s':0.0625,'auditors_estimate_s':0.01,'unaccounted_" \
    "s':" #rest ",'allowed_s':" #allowed "}"

#define TIMER_ALLOWING(branches, first, allowed)                                                \
    "{'schema':2,'clock':'tsc','overhead_per_call_ns':21.5,'workers':2,'event_window':[1,0],'"  \
    "branches':"                                                                                \
    "[" branches "],'warm_up':[" first                                                          \
    "],'loop_times':[" LOOP_TIME(0, 2.0, 1.5, 0.0625, allowed) "," LOOP_TIME(1, 2.0, 1.5625, 0, \
                                                                             allowed) "]}"

#define TIMER(branches, first) TIMER_ALLOWING(branches, first, 0.102)

#define BRANCHES                                                                                   \
    BRANCH(0, -1, "Event", "Event", 100000, 3.0, 0.5)                                              \
    "," BRANCH(1, -1, "Background", "Background", 0, 0,                                            \
               0) "," BRANCH(2, 0, "Hlt", "Hlt", 100000, 2.5,                                      \
                             0.25) "," BRANCH(6, 2, "Hlt Veto", "Veto", 0, 0,                      \
                                              0) "," BRANCH(3, 2, "Hlt Mass", "Mass", 50000, 2.25, \
                                                            2.0) "," BRANCH(5, 3, "Hlt Mass fit",  \
                                                                            "fit", 50000, 0.25,    \
                                                                            0.25)

#define OUTSIDE_EVENTS                            \
    BRANCH(0, -1, "Event", "Event", 10, 3.0, 3.0) \
    "," BRANCH(1, -1, "Background", "Background", 10, 0.7, 0.7)

#define WARM_UP BRANCH(0, -1, "Event", "Event", 2, 0.002, 0.002)

#define COUNT(branch, parent, path, name, executed, accepted, rejected)          \
    "{'branch':" #branch ",'parent':" #parent ",'path':'" path "','name':'" name \
    "','executed':" #executed ",'accepted':" #accepted ",'rejected':" #rejected  \
    ",'failed':0,'reused':0,'skipped':0}"

#define COUNTS                                                       \
    "{'schema':2,'events':100,'accepted':20,'branches':[" COUNT(     \
        0, -1, "Event", "Event", 100, 20,                            \
        80) "," COUNT(1, 0, "Line", "Line", 100, 20,                 \
                      80) "," COUNT(2, 1, "Line Cut", "Cut", 50, 25, \
                                    25) "," COUNT(3, 1, "Line Off", "Off", 0, 0, 0) "]}"

#define RUN                                                                                       \
    "{'schema':2,'status':'finished','failure_reason':null,'exit_status':0,'job':'job.xml','"     \
    "command':"                                                                                   \
    "'gaudit run "                                                                                \
    "job.xml','start_time':'2010-11-20T12:00:00Z','host':'pc','cpu_model':'P','cores':2,"         \
    "'versions':{'gaudit':'0.1.0','jansson':'2.14'},'clock':'tsc','workers':2,'event_window':[1," \
    "0],"                                                                                         \
    "'events':1000,'accepted':20,'wall_s':2.0,'loop_s':0.5,'user_s':1.0,'system_s':0.25,"         \
    "'peak_rss_bytes':12345678,'options':'<job/>'}"

#define MASSES                                                                                     \
    "{'schema':2,'pairs':8577,'least_GeV':2.5,'ok':true,'edges':[1,2],'cut':{'pt_GeV':1,'id':'a'}" \
    ","                                                                                            \
    "'windows':[{'low_GeV':2,'high_GeV':3.25,'name':'J/psi'},{'low_GeV':60.5,'name':null,'n':3}]}"

static inline void set_time(json_t *row, const char *key, double seconds)
{
    if (json_object_get(row, key))
        json_object_set_new(row, key, json_real(seconds));
}

/* Statistics that a branch with this total can have: all different if it has many calls. */
static inline void complete_row(json_t *row)
{
    const double calls = json_number_value(json_object_get(row, "calls"));
    const double mean = calls > 0 ? json_number_value(json_object_get(row, "total_s")) / calls : 0;
    const double spread = calls > 100;

    set_time(row, "mean_s", mean);
    set_time(row, "min_s", mean * (1 - 0.75 * spread));
    set_time(row, "max_s", mean * (1 + 7 * spread));
    set_time(row, "stddev_s", mean * 0.5 * spread);
    set_time(row, "sum_of_squares_s2",
             mean * mean * (calls + (calls > 0 ? 0.25 * spread * (calls - 1) : 0)));
    set_time(row, "p50_s", mean * (1 - 0.25 * spread));
    set_time(row, "p90_s", mean * (1 + 0.5 * spread));
    set_time(row, "p99_s", mean * (1 + spread));
}

static inline void complete_rows(json_t *document)
{
    static const char *const tables[] = {"branches", "warm_up"};

    for (size_t i = 0; i < COUNT_OF(tables); i++)
        for (size_t row = 0; row < json_array_size(json_object_get(document, tables[i])); row++)
            complete_row(json_array_get(json_object_get(document, tables[i]), row));
}

/* The document; the caller releases it. */
static inline json_t *parse(const char *quoted)
{
    char *const text = strdup(quoted);
    json_t *document;

    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    document = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(document);
    complete_rows(document);
    return document;
}

/* A view of a document, NULL: its own; the caller frees it. */
static inline char *view_as(const struct gau_view *wanted, json_t *document, const char *name,
                            const struct gau_view_options *options, gau_error *error)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_document_show(document, name, wanted, options, out, error);
    fclose(out);
    return text;
}

static inline char *view(json_t *document, const char *name, const struct gau_view_options *options,
                         gau_error *error)
{
    return view_as(NULL, document, name, options, error);
}

#endif
