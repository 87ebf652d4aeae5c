/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_agreement.h"

#include "tools/common/usage.h"

#include "mpi_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 8192 }; /* of messages that are compared */

/* Between the rank and what it says. */
static const char colon[] = ": ", space[] = " ";

/* One that has no memory cannot take part. */
static void *memory_for(size_t n, size_t size)
{
    void *const memory = calloc(n, size);

    if (!memory)
        gau_mpi_abort(gau_usage_out_of_memory("ranks"));
    return memory;
}

/* --- who has failed ------------------------------------------------------------------------ */

void gau_ranks_vote(const struct gau_launcher_rank *place, int64_t own, struct gau_rank_votes *out)
{
    int64_t *const all = memory_for((size_t)place->size, sizeof *all);

    *out = (struct gau_rank_votes){.rank = -1};
    gau_mpi_gather(own, all);
    for (int i = place->size - 1; i >= 0; i--)
        if (all[i]) {
            out->rank = i;
            out->number = all[i];
            out->sum += all[i];
            out->n++;
        }
    free(all);
}

/* --- messages ------------------------------------------------------------------------------ */

/* "gaudit: MESSAGE" becomes "gaudit: rank 1: MESSAGE". */
static void print_lines(const char *text, int rank, const char *between)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const char *const end = text + length;
        const char *const colon_at = memchr(text, ':', length);
        const char *const rest = colon_at && colon_at + 2 <= end ? colon_at + 2 : text;

        fprintf(stderr, "%.*srank %d%s%.*s\n", (int)(rest - text), text, rank, between,
                (int)(end - rest), rest);
        text = end + (*end == '\n');
    }
}

/* @p own is that of a rank that has failed, else NULL. */
static void print_reasons(const struct gau_launcher_rank *place,
                          const struct gau_rank_votes *failed, const char *own, const char *between)
{
    char *const first = memory_for(1, TEXT_SIZE);
    struct gau_rank_votes same;
    bool is_same;

    if (place->rank == failed->rank)
        snprintf(first, TEXT_SIZE, "%s", own);
    gau_mpi_broadcast(failed->rank, first, TEXT_SIZE);
    is_same = own && strncmp(first, own, TEXT_SIZE - 1) == 0;
    gau_ranks_vote(place, is_same, &same);
    if (same.n == place->size && place->rank == failed->rank)
        fputs(own, stderr);
    else if (same.n < place->size && own)
        print_lines(own, place->rank, between);
    free(first);
}

static int agree(const struct gau_launcher_rank *place, int status, const char *between)
{
    char *const own = gau_usage_release();
    struct gau_rank_votes failed;

    gau_ranks_vote(place, status, &failed);
    if (failed.n > 0)
        print_reasons(place, &failed, status == 0 ? NULL : own ? own : "", between);
    else if (own)
        fputs(own, stderr);
    free(own);
    return status == 0 ? (int)failed.number : status;
}

int gau_ranks_agree(const struct gau_launcher_rank *place, int status)
{
    return agree(place, status, colon);
}

/* --- the same options ---------------------------------------------------------------------- */

/* Returns the text of rank 0, which the caller frees. */
static char *text_of_first(const struct gau_launcher_rank *place, const char *own)
{
    uint64_t size = strlen(own) + 1;
    char *text;

    gau_mpi_broadcast(0, &size, sizeof size);
    text = memory_for(1, size);
    if (place->rank == 0)
        memcpy(text, own, size);
    gau_mpi_broadcast(0, text, size);
    return text;
}

static int refuse_difference(const char *first, const char *own, const char *where)
{
    static const char begin[] = "has other options than rank 0: ";
    unsigned line = 1;

    while (*first && *own) {
        const size_t a = strcspn(first, "\n"), b = strcspn(own, "\n");

        if (a != b || strncmp(first, own, a) != 0)
            break;
        first += a + (first[a] == '\n');
        own += b + (own[b] == '\n');
        line++;
    }
    first += strspn(first, " ");
    own += strspn(own, " ");
    if (!where)
        return gau_usage_fail(GAU_EXIT_USAGE, "%s%.*s, and %.*s there", begin,
                              (int)strcspn(own, "\n"), own, (int)strcspn(first, "\n"), first);
    return gau_usage_fail(GAU_EXIT_OPTIONS, "%sline %u of %s is '%.*s', and '%.*s' there", begin,
                          line, where, (int)strcspn(own, "\n"), own, (int)strcspn(first, "\n"),
                          first);
}

int gau_ranks_compare(const struct gau_launcher_rank *place, const char *own, const char *where)
{
    char *const first = text_of_first(place, own);
    int status = 0;

    gau_usage_hold();
    if (strcmp(first, own) != 0)
        status = refuse_difference(first, own, where);
    free(first);
    return agree(place, status, space);
}
