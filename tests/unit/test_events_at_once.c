/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/store.h>

#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* Inputs that give a worker several events at once. */

enum { MAX_EVENTS = 1000, MAX_WORKERS = 4 };

struct blocks {
    int64_t events, most, take_error, read_error, odd;
    int64_t taken;
    struct {
        int64_t next, end;
    } of_worker[MAX_WORKERS];
    gau_key key;
};

static const gau_property blocks_properties[] = {
    GAU_INT(struct blocks, events, "Events", 10, 0, INT64_MAX, "", "How many there are"),
    GAU_INT(struct blocks, most, "Most", 1000, 0, INT64_MAX, "", "How many it gives at once"),
    GAU_INT(struct blocks, take_error, "TakeError", 0, 0, INT64_MAX, "", "Cannot be taken"),
    GAU_INT(struct blocks, read_error, "ReadError", 0, 0, INT64_MAX, "", "Cannot be read"),
    GAU_INT(struct blocks, odd, "Odd", 0, 0, INT64_MAX, "", "Its read returns GAU_END"),
    GAU_PROPERTY_END,
};

static gau_status blocks_initialize(void *self, gau_context *ctx)
{
    ((struct blocks *)self)->key = gau_store_output(ctx, "number", GAU_TYPE(int64_t));
    return GAU_OK;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static bool notes_takes;

/* How many events were asked for each time, up to a number of times. */
static struct {
    int n;
    uint64_t most[1000];
} asked;

static gau_status blocks_take(void *self, uint64_t *n, gau_context *ctx)
{
    struct blocks *const blocks = self;
    int64_t give = smaller(smaller((int64_t)*n, blocks->most), blocks->events - blocks->taken);
    const struct timespec long_for_a_block = {.tv_nsec = 200000};

    if (notes_takes)
        call_log_note("%d of %d", (int)*n, (int)ctx->event);
    if ((int64_t)ctx->event != blocks->taken + 1)
        call_log_note("event %d is taken as %d", (int)blocks->taken + 1, (int)ctx->event);
    if (blocks->taken == blocks->events)
        return GAU_END;
    if (blocks->take_error == blocks->taken + 1)
        return gau_fail(ctx->error, GAU_ERR_IO, "line %d is torn", (int)blocks->take_error);
    if (blocks->take_error > blocks->taken)
        give = smaller(give, blocks->take_error - 1 - blocks->taken);
    blocks->of_worker[ctx->worker].next = blocks->taken + 1;
    if (asked.n < (int)COUNT_OF(asked.most))
        asked.most[asked.n++] = *n;
    if (notes_takes)
        nanosleep(&long_for_a_block, NULL);
    blocks->taken += give;
    blocks->of_worker[ctx->worker].end = blocks->taken + 1;
    *n = (uint64_t)give;
    return GAU_OK;
}

static gau_status blocks_read(void *self, gau_context *ctx)
{
    struct blocks *const blocks = self;
    const int64_t number = blocks->of_worker[ctx->worker].next++;
    int64_t *const out = gau_store_put(ctx, blocks->key, 1);

    if (number >= blocks->of_worker[ctx->worker].end || number != (int64_t)ctx->event || !out)
        call_log_note("event %d is read as %d", (int)number, (int)ctx->event);
    if (number == blocks->read_error)
        return gau_fail(ctx->error, GAU_ERR_IO, "event %d is garbled", (int)number);
    if (number == blocks->odd)
        return GAU_END;
    *out = number;
    return GAU_OK;
}

static const gau_class blocks_class = {
    GAU_CLASS("Blocks", struct blocks, "Numbers, some at once."),
    .properties = blocks_properties,
    .initialize = blocks_initialize,
    .input = GAU_INPUT(.take = blocks_take, .read = blocks_read),
};

/* --- an algorithm that counts how often it gets each event ----------------------------------- */

static atomic_int seen[MAX_EVENTS + 1];

struct reader {
    gau_key key;
};

static gau_status reader_initialize(void *self, gau_context *ctx)
{
    ((struct reader *)self)->key = gau_store_input(ctx, "number", GAU_TYPE(int64_t));
    return GAU_OK;
}

static gau_status reader_execute(void *self, gau_context *ctx)
{
    const int64_t *const number = gau_store_get(ctx, ((struct reader *)self)->key, NULL);

    if (!number || *number != (int64_t)ctx->event || *number > MAX_EVENTS)
        call_log_note("event %d has another number", (int)ctx->event);
    else
        atomic_fetch_add(&seen[*number], 1);
    return GAU_OK;
}

static const gau_class reader_class = {
    GAU_CLASS("Reader", struct reader, "Reads numbers."),
    .initialize = reader_initialize,
    .algorithm = GAU_ALGORITHM(.execute = reader_execute),
};

static gau_node *build(struct job *job, const char *events, uint32_t workers)
{
    gau_node *node;

    for (int i = 0; i <= MAX_EVENTS; i++)
        atomic_store(&seen[i], 0);
    job_begin(job);
    job_class(job, &blocks_class);
    job_class(job, &reader_class);
    node = job_add(job, NULL, GAU_NODE_INPUT, "Blocks", "In");
    job_set(job, node, "Events", events);
    job_add(job, NULL, GAU_NODE_ALGORITHM, "Reader", NULL);
    job->settings.workers = workers;
    return node;
}

/* Each of these, and no other one, was there once. */
static void assert_seen(int first, int last)
{
    for (int i = 0; i <= MAX_EVENTS; i++)
        assert_int_equal(atomic_load(&seen[i]), i >= first && i <= last);
    assert_string_equal(call_log_text(), "");
}

/* --- tests --------------------------------------------------------------------------------- */

static void each_event_is_there_once(void **unused)
{
    static const char *const most[] = {"1", "3", "1000"};

    (void)unused;
    for (uint32_t workers = 1; workers <= MAX_WORKERS; workers++)
        for (size_t i = 0; i < COUNT_OF(most); i++) {
            struct job job;
            gau_node *const node = build(&job, "1000", workers);

            job_set(&job, node, "Most", most[i]);
            job_must_run(&job, 0);
            assert_int_equal(job.summary.events, 1000);
            assert_seen(1, 1000);
            job_end(&job);
        }
}

static const struct selection {
    const char *events;
    uint64_t skip, n; /* --skip, -n */
    int first, last;
} selections[] = {
    {"300", 0, 0, 1, 300},
    {"300", 0, 299, 1, 299},
    {"300", 0, 300, 1, 300},
    {"300", 0, 301, 1, 300},
    {"300", 100, 0, 101, 300},
    {"300", 100, 150, 101, 250},
    {"300", 299, 1, 300, 300},
    {"300", 300, 0, 1, 0},
    {"300", 301, 5, 1, 0},
    {"0", 0, 0, 1, 0},
    {"300", 298, UINT64_MAX, 299, 300},
};

static void events_are_selected_and_keep_their_numbers(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= MAX_WORKERS; workers++)
        for (size_t i = 0; i < COUNT_OF(selections); i++) {
            const struct selection *const s = &selections[i];
            struct job job;

            build(&job, s->events, workers);
            job.settings.skip = s->skip;
            job_must_run(&job, s->n);
            assert_seen(s->first, s->last);
            job_end(&job);
        }
}

/* Few events are distributed one by one, and of many never more than 32 are given at once. */
static void blocks_grow_with_the_number_of_events(void **unused)
{
    char expected[256] = "";
    struct job job;
    int n = 0;

    (void)unused;
    build(&job, "1000", 1);
    job.settings.skip = 10;
    notes_takes = true;
    job_must_run(&job, 190);
    notes_takes = false;
    n += sprintf(expected + n, "10 of 1\n"); /* to be skipped */
    for (int event = 11, block; event <= 200; event += block) {
        block = (int)smaller(smaller((event - 10) / 4 + 1, 32), 200 - event + 1);
        n += sprintf(expected + n, "%d of %d\n", block, event);
    }
    assert_string_equal(call_log_text(), expected);
    assert_non_null(strstr(expected, "\n1 of 13\n2 of 14\n"));
    assert_non_null(strstr(expected, "\n32 of "));
    job_end(&job);
}

/* How quickly the machine is does not matter: blocks may double, and need not. */
static void short_blocks_double_at_most(void **unused)
{
    struct job job;
    uint64_t largest = 32;

    (void)unused;
    build(&job, "1000", 1);
    asked.n = 0;
    job_must_run(&job, 1000);
    for (int i = 0; i < asked.n; i++) {
        assert_true(asked.most[i] <= 2 * largest && asked.most[i] <= 1024);
        largest = asked.most[i] > largest ? asked.most[i] : largest;
    }
    assert_in_range(asked.n, 20, COUNT_OF(asked.most) - 1);
    job_end(&job);
}

static void fails(const char *property, const char *value, uint32_t workers, const char *message,
                  int last)
{
    struct job job;
    gau_node *const node = build(&job, "300", workers);

    job_set(&job, node, property, value);
    assert_true(job_run(&job) < 0);
    assert_string_equal(job.error.message, message);
    for (int i = 1; i <= last; i++)
        assert_int_equal(atomic_load(&seen[i]), 1);
    if (workers == 1)
        assert_seen(1, last);
    job_end(&job);
}

/* All events before it are finished, whoever has them. */
static void the_event_that_fails_is_named(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= MAX_WORKERS; workers++) {
        fails("TakeError", "131", workers, "job.xml:1: In: event 131: line 131 is torn", 130);
        fails("ReadError", "131", workers, "job.xml:1: In: event 131: event 131 is garbled", 130);
        fails("Odd", "131", workers,
              "job.xml:1: In: event 131: read returned 'no more events', which is neither ok nor "
              "an error",
              130);
    }
    fails("Most", "0", 1, "job.xml:1: In: event 1: take gave 0 events; 1 to 1 are possible", 0);
}

/* --- events that other processes have, too -----------------------------------------------------
 */

/* Events 5 k + 1 and 5 k + 2, in blocks of two. */
static bool two_of_five(void *user, uint64_t *first, uint64_t *end)
{
    uint64_t *const k = user;

    *first = 5 * *k + 1;
    *end = *first + 2;
    return ++*k <= 60;
}

static void assert_two_of_five(uint64_t first, uint64_t last)
{
    for (uint64_t i = 0; i <= MAX_EVENTS; i++)
        assert_int_equal(atomic_load(&seen[i]),
                         i >= first && i <= last && (i % 5 == 1 || i % 5 == 2));
    assert_string_equal(call_log_text(), "");
}

static void a_process_has_its_share_of_the_events(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= MAX_WORKERS; workers++)
        for (uint64_t most = 1; most <= 1000; most *= 10) {
            char text[24];
            uint64_t k = 0;
            struct job job;
            gau_node *const node = build(&job, "290", workers);

            snprintf(text, sizeof text, "%d", (int)most);
            job_set(&job, node, "Most", text);
            job.settings.next_events = two_of_five;
            job.settings.next_events_user = &k;
            job.settings.skip = most == 10 ? 11 : 0;
            job_must_run(&job, most == 100 ? 200 : 0);
            assert_two_of_five(job.settings.skip + 1, most == 100 ? 200 : 290);
            job_end(&job);
        }
}

/* An input that reads one at a time, and no input: the outcome says how many there were. */
static void shares_need_no_input_that_gives_several(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= MAX_WORKERS; workers++)
        for (int with_input = 0; with_input < 2; with_input++) {
            uint64_t k = 0;
            struct job job;

            job_begin(&job);
            if (with_input)
                job_input(&job, "1000");
            job_script(&job, NULL, "all", "a");
            job.settings.workers = workers;
            job.settings.next_events = two_of_five;
            job.settings.next_events_user = &k;
            job_must_run(&job, 251);
            assert_int_equal(job.summary.events, 101); /* 50 times two, and 251 */
            job_end(&job);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_event_is_there_once),
        cmocka_unit_test(events_are_selected_and_keep_their_numbers),
        cmocka_unit_test(blocks_grow_with_the_number_of_events),
        cmocka_unit_test(short_blocks_double_at_most),
        cmocka_unit_test(the_event_that_fails_is_named),
        cmocka_unit_test(a_process_has_its_share_of_the_events),
        cmocka_unit_test(shares_need_no_input_that_gives_several),
    };

    return cmocka_run_group_tests_name("events at once", tests, NULL, NULL);
}
