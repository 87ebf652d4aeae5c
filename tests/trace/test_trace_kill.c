/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, usleep() */
#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"

#include "trace/trace_reader.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that writes samples until it is killed. The time of a sample is its number. */

enum { ROUNDS = 100, WAIT_US = 20000 };

static _Atomic uint64_t *written; /* samples in blocks that were written; by the child */

static void write_for_ever(void)
{
    static uint64_t memory[8192];
    const struct gau_trace_header header = {.content = GAU_TRACE_SAMPLES};
    struct gau_trace_writer writer;
    uint64_t time = 0;

    if (gau_trace_create(&writer, "t.gtr", &header, memory, sizeof memory) != 0)
        _exit(1);
    for (;;) {
        const uint32_t count = 1 + (uint32_t)(time % 97);
        struct gau_trace_sample_list *const list =
            gau_trace_add(&writer, GAU_TRACE_SAMPLE_LIST,
                          sizeof *list + count * sizeof *list->samples);

        list->count = count;
        for (uint32_t i = 0; i < count; i++)
            list->samples[i].time_ns = time++;
        if (time % 7 == 0) {
            gau_trace_flush(&writer);
            atomic_store(written, time);
        }
    }
}

static bool expect_next(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                        uint32_t count)
{
    uint64_t *const next = user;

    assert_int_equal(thread, 0);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(samples[i].time_ns, (*next)++);
    return true;
}

static void what_was_written_survives_a_sudden_end(void **state)
{
    const struct gau_trace_visitor visitor = {.samples = expect_next};
    uint64_t all = 0;

    (void)state;
    /* Most are killed at any time, some when they have certainly written something. */
    for (int round = 0; round < ROUNDS; round++) {
        struct gau_trace_damage damage;
        uint64_t n = 0;
        pid_t child;

        atomic_store(written, 0);
        child = fork();
        if (child == 0)
            write_for_ever();
        while (round % 4 == 0 && atomic_load(written) == 0)
            usleep(100);
        usleep((useconds_t)(rand() % WAIT_US));
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        if (gau_trace_read("t.gtr", &visitor, &n, NULL, &damage, NULL, 0) == GAU_TRACE_OK) {
            assert_int_equal(damage.bytes_skipped, damage.tail_bytes);
            assert_int_equal(damage.missing, 0);
            assert_in_range(damage.tail_bytes, 0, 65536);
        }
        assert_true(n >= atomic_load(written));
        all += n;
        unlink("t.gtr");
    }
    assert_true(all > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_written_survives_a_sudden_end, folder_enter,
                                        folder_leave),
    };

    written =
        mmap(NULL, sizeof *written, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return written == MAP_FAILED || cmocka_run_group_tests(tests, NULL, NULL);
}
