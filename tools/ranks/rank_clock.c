/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_clock.h"

#include "mpi_library.h"

#include "documents/clock_offsets.h"
#include "documents/document.h"
#include "errors/errors.h"

#include <gaudit/rank_clocks.h>

static bool some_differ;

static void broadcast(void *user, uint64_t *word)
{
    (void)user;
    gau_mpi_broadcast(0, word, sizeof *word);
}

static void send_word(void *user, int to, uint64_t word)
{
    (void)user;
    gau_mpi_send(to, &word, sizeof word);
}

static uint64_t receive_word(void *user, int from)
{
    uint64_t word = 0;

    (void)user;
    gau_mpi_receive(from, &word, sizeof word);
    return word;
}

static bool compare(const struct gau_launcher_rank *rank)
{
    const gau_rank_messages messages = {.rank = rank->rank,
                                        .size = rank->size,
                                        .broadcast = broadcast,
                                        .send = send_word,
                                        .receive = receive_word};

    return gau_rank_clocks_compare(&messages);
}

void gau_rank_clock_begin(const struct gau_launcher_rank *rank)
{
    some_differ = compare(rank);
}

void gau_rank_clock_end(const struct gau_launcher_rank *rank, const char *folder, gau_error *err)
{
    gau_clock_offset offsets[2];
    struct gau_clock_offset_row rows[2];
    json_t *run;
    unsigned n;

    if (!some_differ)
        return;
    compare(rank);
    n = gau_rank_clock_offsets(offsets);
    if (n == 0)
        return;
    run = gau_document_load(folder, "run", err);
    for (unsigned i = 0; i < n; i++)
        rows[i] = (struct gau_clock_offset_row){offsets[i].at_ns, offsets[i].offset_ns,
                                                offsets[i].error_ns};
    if (run && !gau_document_put_clock_offsets(run, rows, n))
        gau_fail_memory(err, "clock of a rank");
    else if (run)
        gau_document_save(folder, "run", run, err);
    json_decref(run);
}
