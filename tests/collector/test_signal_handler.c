/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/sample_buffers.h"
#include "collector/sampling/sample_weight.h"
#include "collector/sampling/signal_handler.h"

#include "handler_stubs.h"
#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>

/* What the handler does with a signal: of a clock, a sample in a buffer; of others, the program's
 * handler. */

enum { CHUNKS = 3 };

static uint64_t weights;

/* --- fixtures ------------------------------------------------------------------------------ */

static int begin(void **state)
{
    (void)state;
    handled.thread = (struct gau_thread){.id = 9};
    gau_thread_own = NULL;
    handled.depth = 3;
    handled.is_clock = true;
    handled.is_paused = handled.is_unknown = false;
    handled.stops = handled.kept = 0;
    handled.now_ns = 4711;
    handled.unwind_ns = weights = 0;
    return gau_sample_buffers_open((uint64_t)CHUNKS * GAU_CHUNK_SIZE) ? 0 : -1;
}

static void send_with(ucontext_t *context)
{
    siginfo_t info = {.si_signo = SIGPROF};

    errno = EDOM;
    handled.now_ns += gau_sampler.interval_ns;
    gau_signal_handler_on_signal(SIGPROF, &info, context);
    assert_int_equal(errno, EDOM);
}

static void send(unsigned n)
{
    ucontext_t context;

    memset(&context, 0, sizeof context);
    for (unsigned i = 0; i < n; i++)
        send_with(&context);
}

/* Of all that were committed, in a chunk; each is whole. */
static unsigned samples_in(const struct gau_chunk *chunk)
{
    unsigned n = 0;

    assert_int_equal(chunk->thread, 9);
    assert_true(chunk->committed <= sizeof chunk->data);
    for (uint32_t at = 0; at < chunk->committed; n++) {
        const struct gau_sample_buffers_sample *const sample = (const void *)&chunk->data[at / 8];

        assert_in_range(sample->time_ns, 4711, handled.now_ns);
        assert_int_equal(sample->weight_ns % 7, 0);
        weights += sample->weight_ns;
        assert_int_equal(sample->task, 5);
        for (unsigned i = 0; i < sample->n; i++)
            assert_int_equal(sample->pcs[i], i + 1);
        at += (uint32_t)(sizeof *sample + sample->n * sizeof *sample->pcs);
    }
    return n;
}

static unsigned samples(void)
{
    unsigned n = handled.thread.chunk ? samples_in(handled.thread.chunk) : 0;

    for (struct gau_chunk *chunk = gau_sample_buffers_unqueue(); chunk;
         chunk = gau_sample_buffers_next(chunk))
        n += samples_in(chunk);
    return n;
}

/* --- samples ------------------------------------------------------------------------------- */

static void a_signal_of_a_clock_is_a_sample(void **state)
{
    (void)state;
    send(2);
    assert_int_equal(samples(), 2);
    assert_int_equal(handled.thread.samples, 2);
    assert_int_equal(handled.thread.weight_ns, 14);
    assert_int_equal(handled.thread.frames_by_cfi, 4);
    assert_int_equal(handled.thread.truncated, 0);
    assert_ptr_equal(gau_thread_own, &handled.thread);
}

static void what_no_buffer_has_room_for_is_dropped(void **state)
{
    (void)state;
    handled.depth = 200; /* 24 + 1600 bytes: ten in a buffer, and not quite the next */
    send(10 * CHUNKS + 4);
    assert_int_equal(handled.thread.samples, 10 * CHUNKS + 4);
    assert_int_equal(samples() + handled.thread.dropped, handled.thread.samples);
    assert_int_equal(handled.thread.dropped, 4);
    assert_int_equal(handled.thread.dropped_ns, 28);
    assert_int_equal(handled.thread.truncated, 0);
}

/* Never beyond its end, whatever is left of it. */
static void samples_of_all_depths_fill_buffers_to_the_end(void **state)
{
    unsigned all = 0;

    (void)state;
    for (handled.depth = 1; handled.depth <= GAU_SAMPLE_DEPTH_MAX + 3; handled.depth++) {
        struct gau_chunk *chunk;

        send(1);
        chunk = gau_sample_buffers_unqueue();
        if (chunk) {
            all += samples_in(chunk);
            gau_sample_buffers_give(chunk);
        }
    }
    all += samples_in(handled.thread.chunk);
    assert_int_equal(handled.thread.dropped, 0);
    assert_int_equal(all, GAU_SAMPLE_DEPTH_MAX + 3);
    assert_int_equal(handled.thread.truncated, 3);
}

/* Nine of 1624 bytes leave 24 and 216 program counters. Returns the buffer of these. */
static const struct gau_chunk *fill_all_but(uint32_t last)
{
    const struct gau_chunk *first;

    handled.depth = 200;
    send(9);
    first = handled.thread.chunk;
    handled.depth = last;
    send(1);
    return first;
}

static void a_stack_that_just_fits_fills_its_buffer(void **state)
{
    const struct gau_chunk *const first = fill_all_but(216);

    (void)state;
    assert_ptr_equal(first, handled.thread.chunk);
    assert_int_equal(handled.thread.chunk->committed, sizeof handled.thread.chunk->data);
    assert_int_equal(samples(), 10);
}

static void a_stack_that_just_does_not_fit_is_in_the_next_buffer(void **state)
{
    const struct gau_chunk *const first = fill_all_but(217);

    (void)state;
    assert_ptr_not_equal(first, handled.thread.chunk);
    assert_int_equal(handled.thread.truncated, 0);
    assert_int_equal(samples(), 10);
}

/* A signal that was pending when the handler returned comes as soon as it does. */
static void send_at_once(void)
{
    handled.now_ns -= gau_sampler.interval_ns;
    send(1);
}

/* With samples for each of them it would stand still. */
static void a_program_runs_between_samples_that_take_longer_than_the_interval(void **state)
{
    (void)state;
    handled.unwind_ns = 100;
    send(1);
    send_at_once();
    assert_int_equal(handled.thread.samples, 1);
    send_at_once();
    assert_int_equal(handled.thread.samples, 1);
    handled.now_ns += 10; /* an eighth of the interval */
    send_at_once();
    assert_int_equal(handled.thread.samples, 2);
    send(1);
    assert_int_equal(handled.thread.samples, 3);
    assert_int_equal(handled.thread.dropped, 0);
    assert_int_equal(samples(), 3);
}

static void the_weight_of_samples_that_are_left_out_is_in_the_next(void **state)
{
    (void)state;
    handled.unwind_ns = 100;
    send(1);
    send_at_once();
    send_at_once();
    assert_int_equal(handled.thread.weight_ns, 7);
    send(2);
    assert_int_equal(handled.thread.weight_ns, 35);
    assert_int_equal(samples(), 3);
    assert_int_equal(weights, 35);
}

/* Whatever sends them: the handler did not keep the program from running. */
static void signals_in_quick_succession_are_samples_each(void **state)
{
    (void)state;
    handled.unwind_ns = 40; /* half of the interval */
    send(1);
    send_at_once();
    send_at_once();
    assert_int_equal(handled.thread.samples, 3);
}

static void in_a_pause_the_timer_stops(void **state)
{
    (void)state;
    handled.is_paused = true;
    send(1);
    assert_int_equal(handled.thread.samples, 0);
    assert_int_equal(handled.stops, 1);
}

static void without_a_thread_it_is_missed(void **state)
{
    const uint64_t before = gau_signal_handler_missed();

    (void)state;
    handled.is_unknown = true;
    send(3);
    assert_int_equal(gau_signal_handler_missed() - before, 3);
    assert_int_equal(handled.thread.samples, 0);
}

/* --- signals of others --------------------------------------------------------------------- */

static unsigned came;
static sigset_t during;

static void on_signal(int number)
{
    came++;
    assert_int_equal(number, SIGPROF);
    pthread_sigmask(SIG_BLOCK, NULL, &during);
}

static void send_to_program(int flags)
{
    ucontext_t context;

    memset(&context, 0, sizeof context);
    handled.is_clock = false;
    came = 0;
    handled.of_program = (struct sigaction){.sa_handler = on_signal, .sa_flags = flags};
    sigemptyset(&handled.of_program.sa_mask);
    sigaddset(&handled.of_program.sa_mask, SIGUSR1);
    sigemptyset(&context.uc_sigmask);
    sigaddset(&context.uc_sigmask, SIGUSR2);
    send_with(&context);
}

/* The mask is that of the handler, the program, and the signal itself. */
static void the_handler_of_the_program_has_the_mask_that_it_would_have(void **state)
{
    sigset_t after;

    (void)state;
    send_to_program(0);
    assert_int_equal(came, 1);
    assert_true(sigismember(&during, SIGPROF));
    assert_true(sigismember(&during, SIGUSR1));
    assert_true(sigismember(&during, SIGUSR2));
    assert_false(sigismember(&during, SIGHUP));
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    assert_false(sigismember(&after, SIGPROF) || sigismember(&after, SIGUSR1));
    send_to_program(SA_NODEFER);
    assert_false(sigismember(&during, SIGPROF));
}

static void a_handler_that_is_used_once_comes_once(void **state)
{
    (void)state;
    send_to_program((int)SA_RESETHAND | SA_RESTART);
    assert_int_equal(came, 1);
    assert_ptr_equal(handled.of_program.sa_handler, SIG_DFL);
    assert_true(handled.of_program.sa_flags & SA_RESTART);
}

static void what_is_ignored_or_stays_pending_does_not_come(void **state)
{
    (void)state;
    handled.kept = 1;
    send_to_program(0);
    assert_int_equal(came, 0);
    handled.of_program.sa_handler = SIG_IGN;
    send(1);
    assert_int_equal(came, 0);
    assert_int_equal(handled.thread.samples, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(a_signal_of_a_clock_is_a_sample),
        TEST(what_no_buffer_has_room_for_is_dropped),
        TEST(samples_of_all_depths_fill_buffers_to_the_end),
        TEST(a_stack_that_just_fits_fills_its_buffer),
        TEST(a_stack_that_just_does_not_fit_is_in_the_next_buffer),
        TEST(a_program_runs_between_samples_that_take_longer_than_the_interval),
        TEST(the_weight_of_samples_that_are_left_out_is_in_the_next),
        TEST(signals_in_quick_succession_are_samples_each),
        TEST(in_a_pause_the_timer_stops),
        TEST(without_a_thread_it_is_missed),
        TEST(the_handler_of_the_program_has_the_mask_that_it_would_have),
        TEST(a_handler_that_is_used_once_comes_once),
        TEST(what_is_ignored_or_stays_pending_does_not_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
