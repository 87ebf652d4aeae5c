/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/merge/merge_results.h"
#include "tools/ranks/rank_reduction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 257 };

/* Bytes on their way: a rank sends once, and is run before the one that it sends to. */
struct mail {
    char *bytes[MOST];
    size_t sizes[MOST];
    int to[MOST];
    int sender, received, most_received;
};

static void put(void *user, int to, const char *bytes, size_t size)
{
    struct mail *const mail = user;

    assert_null(mail->bytes[mail->sender]);
    mail->bytes[mail->sender] = malloc(size + 1);
    assert_non_null(mail->bytes[mail->sender]);
    memcpy(mail->bytes[mail->sender], bytes, size);
    mail->sizes[mail->sender] = size;
    mail->to[mail->sender] = to;
}

static char *take(void *user, int from, size_t *size)
{
    struct mail *const mail = user;
    char *const bytes = mail->bytes[from];

    assert_int_equal(mail->to[from], mail->sender);
    mail->bytes[from] = NULL;
    *size = mail->sizes[from];
    mail->received++;
    return bytes;
}

static void write_result(const char *folder, int rank)
{
    char path[64], text[512];

    snprintf(path, sizeof path, "%s/run.json", folder);
    snprintf(text, sizeof text,
             "{\"schema\": 2, \"status\": \"finished\", \"job\": \"job.xml\", \"workers\": 1, "
             "\"start_time\": \"2026-01-01T00:00:00.%06dZ\", \"host\": \"a\", \"event_window\": "
             "[%d, %d], \"events\": 10, \"accepted\": %d, \"loop_s\": %.17g}",
             rank, 10 * rank + 1, 10 * rank + 11, rank % 7, 0.1 + rank * 1e-7);
    folder_write(path, text);
    snprintf(path, sizeof path, "%s/counts.json", folder);
    snprintf(text, sizeof text,
             "{\"schema\": 2, \"merge\": \"mean mean entries\", \"entries\": %d, \"mean\": %.17g}",
             1 + rank, 1.0 / (3 + rank));
    folder_write(path, text);
}

/* Returns whether rank 0 has it all. */
static bool reduce(struct mail *mail, int size, int without, char merged[PATH_MAX])
{
    bool done = false;

    for (int rank = size - 1; rank >= 0; rank--) {
        const struct gau_launcher_rank place = {.rank = rank, .size = size};
        const struct gau_rank_exchange exchange = {put, take, mail};
        char folder[32], work[32];
        gau_error error = {0};

        snprintf(folder, sizeof folder, "%d-%d", size, rank);
        snprintf(work, sizeof work, "work-%d-%d", size, rank);
        if (rank != without)
            write_result(folder, rank);
        mkdir(work, 0777);
        mail->sender = rank;
        mail->received = 0;
        done = gau_rank_reduce_by(&exchange, &place, folder, work, merged, &error);
        if (mail->received > mail->most_received)
            mail->most_received = mail->received;
    }
    return done;
}

static void assert_same_document(const char *a, const char *b, const char *name)
{
    char path[2 * PATH_MAX], *first, *second;

    snprintf(path, sizeof path, "%s/%s", a, name);
    first = folder_read(path);
    snprintf(path, sizeof path, "%s/%s", b, name);
    second = folder_read(path);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void a_tree_of_ranks_has_what_one_merge_has(void **state)
{
    static const int sizes[] = {2, 3, 16, 17, 40, MOST};

    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        const char *folders[MOST], *names[MOST];
        char texts[MOST][2][32], merged[PATH_MAX], into[32];
        struct mail mail = {0};
        gau_error error = {0};
        struct gau_merge_notes notes;
        const struct gau_merge_request request = {
            .folders = folders, .names = names, .n = (size_t)sizes[s], .into = into};

        assert_true(reduce(&mail, sizes[s], -1, merged));
        for (int i = 0; i < sizes[s]; i++) {
            assert_null(mail.bytes[i]);
            snprintf(texts[i][0], sizeof texts[i][0], "%d-%d", sizes[s], i);
            snprintf(texts[i][1], sizeof texts[i][1], "rank-%d", i);
            folders[i] = texts[i][0];
            names[i] = texts[i][1];
        }
        snprintf(into, sizeof into, "all-%d", sizes[s]);
        mkdir(into, 0777);
        assert_int_equal(gau_merge_results(&request, &notes, &error), GAU_OK);
        assert_same_document(merged, into, "run.json");
        assert_same_document(merged, into, "counts.json");
        /* Rank 0 has 15 others of each level. */
        assert_true(mail.most_received <= 15 * (sizes[s] > 256 ? 3 : sizes[s] > 16 ? 2 : 1));
    }
}

static void one_rank_has_its_own(void **state)
{
    struct mail mail = {0};
    char merged[PATH_MAX];

    (void)state;
    assert_true(reduce(&mail, 1, -1, merged));
    assert_string_equal(merged, "1-0");
}

static void without_the_documents_of_a_rank_there_is_no_result(void **state)
{
    (void)state;
    for (int without = 0; without < 20; without++) {
        struct mail mail = {0};
        char merged[PATH_MAX];

        assert_false(reduce(&mail, 20 + without, without, merged));
        for (int i = 0; i < MOST; i++)
            free(mail.bytes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_of_ranks_has_what_one_merge_has),
        cmocka_unit_test(one_rank_has_its_own),
        cmocka_unit_test(without_the_documents_of_a_rank_there_is_no_result),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
