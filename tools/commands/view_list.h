/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_VIEW_LIST_H
#define GAUDIT_TOOLS_COMMANDS_VIEW_LIST_H

/*
 * All views of `gaudit report`: a view of a new kind is a file with its row, and one word here. A
 * view of documents is a word of GAU_DOCUMENT_VIEWS.
 */

#include "report/charts/chart.h"
#include "report/charts/flame_graph.h"
#include "report/events/event_view.h"
#include "report/hotspots/hotspots.h"
#include "report/html/html_page.h"
#include "report/html/page_document.h"
#include "report/ranks/rank_view.h"
#include "report/regions/region_view.h"
#include "report/timeline/single_event.h"
#include "report/timeline/timeline.h"
#include "report/workers/worker_view.h"

#include "documents/views/views.h"

/* The views in the order of the help. */
#define GAU_REPORT_VIEWS(VIEW) \
    GAU_DOCUMENT_VIEWS(VIEW)   \
    GAU_HOTSPOTS_VIEWS(VIEW)   \
    VIEW(pie)                  \
    VIEW(bars)                 \
    VIEW(flamegraph)           \
    VIEW(timeline)             \
    VIEW(event)                \
    VIEW(workers)              \
    VIEW(events)               \
    VIEW(regions)              \
    VIEW(ranks)                \
    VIEW(html)                 \
    VIEW(page_document)

/* All views; the list ends with NULL. */
extern const struct gau_view *const gau_report_views[];

#endif
