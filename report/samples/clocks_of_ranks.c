/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* scandir() */
#include "clocks_of_ranks.h"

#include "documents/clock_identity.h"
#include "documents/clock_offsets.h"
#include "documents/document.h"
#include "table/heap.h"
#include "table/number_format.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gau_rank_clocks_clear(struct gau_rank_clocks *clocks)
{
    free(clocks->items);
    *clocks = (struct gau_rank_clocks){0};
}

/* --- what was measured ----------------------------------------------------------------------- */

#define MOST_DRIFT 1e-3 /* more than any clock has that is of use */

/*
 * Of two measurements the better one counts, unless they differ by more than their errors: then the
 * clock drifts, evenly.
 */
static void set_offset(struct gau_rank_clock *clock, const struct gau_clock_offset_row *rows,
                       size_t n)
{
    const struct gau_clock_offset_row *const best =
        n == 2 && rows[1].error_ns < rows[0].error_ns ? &rows[1] : &rows[0];
    const double change = n == 2 ? (double)rows[1].offset_ns - (double)rows[0].offset_ns : 0;
    const double time = n == 2 ? (double)rows[1].at_ns - (double)rows[0].at_ns : 0;

    clock->is_known = true;
    clock->at_ns = best->at_ns;
    clock->offset_ns = best->offset_ns;
    clock->error_ns = best->error_ns;
    if (fabs(change) < MOST_DRIFT * time &&
        fabs(change) > (double)rows[0].error_ns + (double)rows[1].error_ns) {
        clock->drift = change / time;
        clock->error_ns = rows[0].error_ns > rows[1].error_ns ? rows[0].error_ns : rows[1].error_ns;
    }
}

uint64_t gau_rank_clock_of_first(const struct gau_rank_clock *clock, uint64_t ns)
{
    const double drift = clock->drift * (double)(int64_t)(ns - clock->at_ns);

    return ns - (uint64_t)clock->offset_ns - (uint64_t)llround(drift);
}

/* --- run.json -------------------------------------------------------------------------------- */

/* What is read of all ranks, before the clock of rank 0 is known. */
struct facts {
    char identity[GAU_CLOCK_IDENTITY]; /* "": not known */
    struct gau_clock_offset_row rows[2];
    size_t n;
};

/* "rank-3": 3; else -1. */
static int rank_of(const char *name)
{
    char *end;
    const long rank = strncmp(name, "rank-", 5) == 0 ? strtol(name + 5, &end, 10) : -1;

    return rank >= 0 && rank < INT_MAX && end > name + 5 && (*end == '\0' || strchr("-.", *end))
               ? (int)rank
               : -1;
}

static int is_rank(const struct dirent *entry)
{
    return rank_of(entry->d_name) >= 0 && !strpbrk(entry->d_name + 5, "-.");
}

/* A rank that has no run.json has no clock that is known. */
static bool read_facts(struct facts *facts, const char *folder, const char *name)
{
    char path[PATH_MAX];
    gau_error ignored = {0};
    json_t *const run = snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path
                            ? gau_document_load(path, "run", &ignored)
                            : NULL;
    const char *const identity = json_string_value(json_object_get(run, "clock_identity"));

    *facts = (struct facts){0};
    if (identity)
        snprintf(facts->identity, sizeof facts->identity, "%s", identity);
    facts->n = gau_document_clock_offsets(facts->rows, run);
    json_decref(run);
    return identity;
}

static int compare_ranks(const void *left, const void *right)
{
    const struct gau_rank_clock *const a = left, *const b = right;

    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Rank 0 has its own clock; without its results, the first that was not measured has. */
static const char *identity_of_first(const struct facts *facts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (facts[i].n == 0)
            return facts[i].identity;
    return "";
}

static void set_clocks(struct gau_rank_clocks *clocks, const struct facts *facts)
{
    const char *const first = identity_of_first(facts, clocks->n);

    for (uint32_t i = 0; i < clocks->n; i++) {
        struct gau_rank_clock *const clock = &clocks->items[i];

        clock->is_known = clock->rank == 0 || (first[0] && strcmp(facts[i].identity, first) == 0);
        clock->is_other = !clock->is_known;
        if (!clock->is_known && facts[i].n > 0)
            set_offset(clock, facts[i].rows, facts[i].n);
    }
}

static bool read_ranks(struct gau_rank_clocks *clocks, const char *folder, struct dirent **entries,
                       int n)
{
    struct facts *facts;
    bool is_some = false;

    if (n > 0 && !(clocks->items = calloc((size_t)n, sizeof *clocks->items)))
        return false;
    for (int i = 0; i < n; i++)
        clocks->items[i].rank = rank_of(entries[i]->d_name);
    clocks->n = clocks->size = n > 0 ? (uint32_t)n : 0;
    qsort(clocks->items, clocks->n, sizeof *clocks->items, compare_ranks);
    facts = calloc(clocks->n + 1u, sizeof *facts);
    for (uint32_t i = 0; facts && i < clocks->n; i++) {
        char name[32];

        snprintf(name, sizeof name, "rank-%d", clocks->items[i].rank);
        is_some |= read_facts(&facts[i], folder, name);
    }
    if (facts)
        set_clocks(clocks, facts);
    if (facts && !is_some) /* of a gaudit that did not write them */
        gau_rank_clocks_clear(clocks);
    free(facts);
    return facts;
}

bool gau_rank_clocks_read(struct gau_rank_clocks *clocks, const char *folder)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_rank, alphasort);
    bool done;

    *clocks = (struct gau_rank_clocks){0};
    if (n < 0)
        return true; /* what else reads the folder says why */
    done = n == 0 || read_ranks(clocks, folder, entries, n);
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
    if (!done)
        gau_rank_clocks_clear(clocks);
    return done;
}

/* --- one of them ----------------------------------------------------------------------------- */

const struct gau_rank_clock *gau_rank_clocks_find(const struct gau_rank_clocks *clocks,
                                                  const char *process)
{
    const struct gau_rank_clock wanted = {.rank = rank_of(process)};

    return wanted.rank < 0 || clocks->n == 0
               ? NULL
               : bsearch(&wanted, clocks->items, clocks->n, sizeof wanted, compare_ranks);
}

const struct gau_rank_clock *gau_rank_clocks_of_samples(const struct gau_rank_clocks *clocks,
                                                        const char *path)
{
    static const char first[] = "samples-";
    const char *const slash = strrchr(path, '/'), *const file = slash ? slash + 1 : path;

    return strncmp(file, first, sizeof first - 1) == 0
               ? gau_rank_clocks_find(clocks, file + sizeof first - 1)
               : NULL;
}

/* --- what is said ---------------------------------------------------------------------------- */

static void write_measured(char note[200], const struct gau_rank_clock *most, uint32_t n,
                           uint64_t error_ns)
{
    char by[40], known[40];

    gau_quantity_text(by, sizeof by, 1e-9 * fabs((double)most->offset_ns), "s");
    gau_quantity_text(known, sizeof known, 1e-9 * (double)error_ns, "s");
    if (n == 1)
        snprintf(note, 200,
                 "the clock of rank %d is %s %s that of rank 0, known to %s: "
                 "it is corrected",
                 most->rank, by, most->offset_ns < 0 ? "behind" : "ahead of", known);
    else
        snprintf(note, 200,
                 "clocks of %u ranks differ from that of rank 0: that of rank %d is %s "
                 "%s it; known to %s, they are corrected",
                 (unsigned)n, most->rank, by, most->offset_ns < 0 ? "behind" : "ahead of", known);
}

static void write_unknown(char note[200], int rank, uint32_t n)
{
    if (n == 1)
        snprintf(note, 200,
                 "the clock of rank %d was not compared with that of rank 0, which is "
                 "another one: its times have their own zero",
                 rank);
    else
        snprintf(note, 200,
                 "clocks of %u ranks, such as rank %d, were not compared with that of "
                 "rank 0, which is another one: their times have their own zeros",
                 (unsigned)n, rank);
}

int gau_rank_clocks_notes(char notes[GAU_RANK_CLOCK_NOTES][200],
                          const struct gau_rank_clocks *clocks)
{
    const struct gau_rank_clock *most = NULL, *unknown = NULL;
    uint32_t n_measured = 0, n_unknown = 0;
    uint64_t error_ns = 0;
    int n = 0;

    for (uint32_t i = 0; i < clocks->n; i++) {
        const struct gau_rank_clock *const clock = &clocks->items[i];

        if (!clock->is_other)
            continue;
        n_measured += clock->is_known;
        n_unknown += !clock->is_known;
        if (!clock->is_known && !unknown)
            unknown = clock;
        if (clock->is_known &&
            (!most || fabs((double)clock->offset_ns) > fabs((double)most->offset_ns)))
            most = clock;
        if (clock->is_known && clock->error_ns > error_ns)
            error_ns = clock->error_ns;
    }
    if (most)
        write_measured(notes[n++], most, n_measured, error_ns);
    if (unknown)
        write_unknown(notes[n++], unknown->rank, n_unknown);
    return n;
}
