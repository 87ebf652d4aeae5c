/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SYMBOLIZED_SAMPLES_H
#define GAUDIT_REPORT_HOTSPOTS_SYMBOLIZED_SAMPLES_H

/**
 * @file symbolized_samples.h
 * The samples of a result folder with their symbols: what all views of samples start from.
 */

#include "kept_names.h"

#include "documents/branch_key.h"
#include "documents/views/views.h"
#include "report/samples/samples.h"
#include "report/symbols/symbolizer.h"
#include "report/symbols/text_pool.h"

/** How call stacks are shown. {0}: as they are. */
struct gau_hotspots_shown {
    enum gau_hotspots_inlines {
        GAU_HOTSPOTS_INLINES_MERGE,   /* an inlined function is one, whatever has it */
        GAU_HOTSPOTS_INLINES_CALLERS, /* it is one for each function that has it */
        GAU_HOTSPOTS_INLINES_HIDE,    /* it is part of the function that is called */
    } inlines;
    bool folds; /* frames of gaudit that follow each other are "[gaudit]", and those of the C
                 * library the function that was called; a stub is the function that it jumps to */
};

struct gau_symbolized_samples {
    const char *folder; /* borrowed */
    struct gau_samples *profile;
    struct gau_symbolizer *symbols;
    struct gau_kept_names *names;   /* of modules that were built anew or removed */
    uint64_t start_ns;              /* CLOCK_MONOTONIC when the first process began to be traced */
    json_t *collect;                /* collect.json; NULL: not there, or not readable */
    struct gau_bump_allocator heap; /* has the arrays below, which are computed once */
    uint32_t *modules;              /* of the symbolizer, by that of the profile */
    struct gau_source_frames *frames; /* by stack; no items: not yet asked for */
    struct gau_hotspots_task {
        uint32_t first; /* of the same domain and name */
        bool same_name; /* another domain has a task of that name, too */
    } * tasks;
    /* A process that has called exec() has a file for each program, and its first thread is in all
     * of them. */
    struct gau_hotspots_same {
        uint32_t first;   /* file of the same process; of the same thread */
        bool has_samples; /* the first: the same one has, in some file */
    } * processes, *threads;
    struct gau_hotspots_branches { /* gau_hotspots_group_branches() */
        uint32_t *of_task;         /* by task: the group, from 1 on; NULL: not grouped */
        const char **texts;        /* of groups */
    } branches[GAU_BRANCH_KEYS];
    struct gau_hotspots_shown shown;
    bool all_resolved;  /* the innermost frames of all samples */
    bool out_of_memory; /* results that depend on it may be wrong */
};

/**
 * Reads a folder. Nothing is resolved yet. False: see @p error, a sentence that says what is wrong
 * and what would help; @p result is then cleared. A result without samples is no failure.
 */
bool gau_symbolized_samples_open(struct gau_symbolized_samples *result, const char *folder,
                                 bool debuginfod, gau_error *error);
void gau_symbolized_samples_clear(struct gau_symbolized_samples *result);

/** Returns false for a file that cannot be read, and for an empty one: its process ended right
 * after creating it. */
bool gau_hotspots_has_begun(const struct gau_samples_process *process);

/* --- stacks -------------------------------------------------------------------------------- */

/**
 * Returns the frames of one stack of the profile as they are shown, without those of its callers:
 * the innermost, most inlined one first. They are remembered, so asking again is cheap. There is at
 * least one, for stack 0 too ("[Unknown]").
 */
struct gau_source_frames gau_hotspots_frames(struct gau_symbolized_samples *result, uint32_t stack);

/** Returns how call stacks are shown with these options: as they are to programs, and with inlined
 * functions if @p by_name, as one may be asked for. */
struct gau_hotspots_shown gau_hotspots_shown_of(const struct gau_view_options *options,
                                                bool by_name);

/** Sets how call stacks are shown from now on. Functions that were asked for keep their numbers. */
void gau_hotspots_show(struct gau_symbolized_samples *result, struct gau_hotspots_shown shown);

/** Returns the innermost frame of a stack as it is, however stacks are shown: where the code is. */
struct gau_source_frame gau_hotspots_innermost(const struct gau_symbolized_samples *result,
                                               uint32_t stack);

/** A walk over all frames, the innermost first. It begins as {.stack = a sample's}. */
struct gau_hotspots_walk {
    uint32_t stack;
    uint32_t next; /* frame of that stack */
};

/** Gets the next frame; false if there is none. */
bool gau_hotspots_walk_next(struct gau_hotspots_walk *walk, struct gau_symbolized_samples *result,
                            struct gau_source_frame *frame);

/**
 * Returns the function that represents all parts and copies which a compiler made of one ("f.cold",
 * "f.part.0"): the lowest number among them. Groups are of these.
 */
uint32_t gau_hotspots_function(const struct gau_symbolized_samples *result, uint32_t function);

/** Returns its name, without what compilers add. */
const char *gau_hotspots_function_name(const struct gau_symbolized_samples *result,
                                       uint32_t function);

/* --- notes --------------------------------------------------------------------------------- */

/** Sentences for the reader, one line each. */
struct gau_hotspots_notes {
    struct gau_hotspots_sentence {
        char *text;
        bool is_detail; /**< it explains, and makes nothing doubtful; see gau_table_detail() */
    } * items;
    uint32_t count, size;
    bool failed; /* some are missing: out of memory */
};

void gau_hotspots_note(struct gau_hotspots_notes *notes, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
void gau_hotspots_note_detail(struct gau_hotspots_notes *notes, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
void gau_hotspots_note_kind(struct gau_hotspots_notes *notes, bool is_detail, const char *format,
                            ...) __attribute__((__format__(__printf__, 3, 4)));
void gau_hotspots_notes_clear(struct gau_hotspots_notes *notes);

/** Adds the notes below a table, in their kinds. */
void gau_hotspots_notes_put(const struct gau_hotspots_notes *notes, struct gau_table *table);

/** Prints the notes to standard error, one line each. */
void gau_hotspots_notes_print(const struct gau_hotspots_notes *notes);

/**
 * Adds notes for readers of any view: no samples or one, files that are damaged or of another
 * version, lost samples, stacks cut short, symbols refused. They are complete only after all
 * symbols have been asked for.
 */
void gau_symbolized_samples_notes(const struct gau_symbolized_samples *result,
                                  struct gau_hotspots_notes *notes);

#endif
