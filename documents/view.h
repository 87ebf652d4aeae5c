/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEW_H
#define GAUDIT_DOCUMENTS_VIEW_H

/*
 * A view of a result: what `gaudit report NAME DIR` shows. A view is one row, defined in the file
 * of its functions; tools/commands/view_list.h lists all of them, and documents/views/views.h those
 * that the library prints, too. Options, messages, help and `gaudit report --list` follow from the
 * rows.
 */

#include "view_options.h"

/* What a view reads. */
enum gau_view_needs {
    GAU_VIEW_NEEDS_DOCUMENT, /* the documents of a result */
    GAU_VIEW_NEEDS_SAMPLES,
    GAU_VIEW_NEEDS_SAMPLES_OR_TIMER,
    GAU_VIEW_NEEDS_TIME_LOG,
    GAU_VIEW_NEEDS_EVENTS,
    GAU_VIEW_NEEDS_REGIONS,
    GAU_VIEW_NEEDS_TIMELINE,
    GAU_VIEW_NEEDS_RESULT, /* whatever is there */
};

/* The options that a view may take; the command refuses others. */
enum {
    GAU_VIEW_TAKES_FORMAT = 1 << 0, /* tables: all that are not pictures */
    GAU_VIEW_TAKES_SORT = 1 << 1,
    GAU_VIEW_TAKES_GROUP_BY = 1 << 2,
    GAU_VIEW_TAKES_RELATIVE_TO = 1 << 3,
    GAU_VIEW_TAKES_TABLE = 1 << 4,
    GAU_VIEW_TAKES_LIMIT = 1 << 5,
    GAU_VIEW_TAKES_ALL = 1 << 6,
    GAU_VIEW_TAKES_VALIDATE = 1 << 7,
    GAU_VIEW_TAKES_GRAPH = 1 << 8,    /* struct gau_graph_options */
    GAU_VIEW_TAKES_TIMELINE = 1 << 9, /* struct gau_timeline_options */
    GAU_VIEW_TAKES_TIME_FILTER = 1 << 10,
    GAU_VIEW_TAKES_FILTER = 1 << 11,
    GAU_VIEW_TAKES_SAMPLES = 1 << 12, /* options of all tables of samples */
    GAU_VIEW_TAKES_PATHS = 1 << 13,   /* more than one folder */
    GAU_VIEW_TAKES_PERCENT_LIMIT = 1 << 14,
    GAU_VIEW_TAKES_FRAMES = 1 << 15, /* how functions of call stacks are shown */
    GAU_VIEW_TAKES_EVENT = 1 << 16,  /* which event, and down to which depth */
};

/* What a view writes instead of a table: a picture that `gaudit report` draws, or what `gaudit
 * export` makes for another program. */
struct gau_view_export {
    const char *name; /* of the format */
    const char *what; /* it is, for the help of `report`; NULL: that does not make it */
};

struct gau_view_request;

/* Writes the view. Failures are in @p error; what was written then is dropped. */
typedef void gau_view_write(const struct gau_view_request *request, FILE *out, gau_error *error);

struct gau_view {
    const char *name;     /* "top-down"; "DOCUMENT": the name of any document */
    const char *argument; /* what it is asked about, such as "FUNCTION"; NULL: nothing */
    bool argument_is_optional;
    const char *help; /* lines */
    enum gau_view_needs needs;
    unsigned takes;
    bool is_picture; /* SVG */
    gau_view_write *write;
    const struct gau_view_export *export; /* that `report` makes; or NULL */
    const struct gau_document_view
        *document; /* of views of documents, see views/view_functions.h */
    const struct gau_hotspots_preset *preset; /* of views of samples, see presets.h */
};

/* A view that is asked for; all texts are borrowed. */
struct gau_view_request {
    const struct gau_view *view;
    const char *name;         /* as it was asked for, such as "timing-Fast" */
    const char *const *paths; /* result folders */
    size_t path_count;        /* 1, but for views that take more */
    const struct gau_view_options *options;
    const struct gau_view *const *others; /* which an unknown name may mean; ends with NULL. Or
                                           * NULL */
};

/*
 * Writes the view to the file @p output, which is replaced, or for NULL to standard output. After a
 * failure to read nothing is written.
 */
gau_status gau_view_report(const struct gau_view_request *request, const char *output,
                           gau_error *error);

/* Returns the view of that name in a list that ends with NULL; NULL if there is none. */
const struct gau_view *gau_view_find(const struct gau_view *const *views, const char *name);

/* A list of views has rows VIEW(id), and the view is gau_view_id. */
#define GAU_VIEW_DECLARATION(id) extern const struct gau_view gau_view_##id;
#define GAU_VIEW_ADDRESS(id) &gau_view_##id,

#endif
