/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* types in real_functions.h */
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/kernel_clocks.h"
#include "collector/sampling/program_mask.h"
#include "collector/sampling/sample_buffers.h"
#include "collector/sampling/sample_weight.h"
#include "collector/sampling/signal_handler.h"
#include "collector/unwind/unwind.h"

#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>

/* What the handler does with a signal: of a clock, a sample in a buffer; of others, the program's
 * handler. Stacks have as many program counters as the test says: 1, 2, 3, ... */

enum { CHUNKS = 3 };

static struct gau_thread thread;
static uint32_t depth;
static bool is_paused, is_clock, is_unknown;
static unsigned stops, kept;
static struct sigaction of_program;

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

struct gau_thread *gau_threads_find_self(void)
{
    return is_unknown ? NULL : &thread;
}

void gau_altstack_give_late(struct gau_thread *given, ucontext_t *context)
{
    (void)given;
    (void)context;
    errno = ENOSYS;
}

bool gau_altstack_displaces(const struct gau_thread *given, int flags, const ucontext_t *context)
{
    (void)given;
    (void)flags;
    (void)context;
    return false;
}

bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context)
{
    (void)action;
    (void)mask;
    (void)number;
    (void)info;
    (void)context;
    return false;
}

bool gau_collection_paused(void)
{
    return is_paused;
}

bool gau_collection_is_foreign(void)
{
    return false;
}

uint64_t gau_collection_clock(void)
{
    return 4711;
}

uint64_t gau_sampler_weigh(struct gau_thread *given, uint64_t time_ns)
{
    (void)given;
    (void)time_ns;
    return 7;
}

void gau_sampler_stop_timer(struct gau_thread *given)
{
    (void)given;
    stops++;
}

uint64_t gau_sampler_cpu(void)
{
    return 1;
}

uint32_t gau_thread_tasks_current(const struct gau_thread_tasks *tasks)
{
    (void)tasks;
    return 5;
}

void gau_unwind(struct gau_unwind_state *state, const ucontext_t *context, uint64_t *pcs,
                uint32_t max, struct gau_unwind_result *result)
{
    (void)state;
    (void)context;
    memset(result, 0, sizeof *result);
    for (result->n = 0; result->n < max && result->n < depth; result->n++)
        pcs[result->n] = result->n + 1;
    result->complete = result->n == depth;
    result->frames_by_cfi = result->n - 1;
}

bool gau_kernel_clock_is_ours(int number, const siginfo_t *info)
{
    (void)number;
    (void)info;
    return is_clock;
}

bool gau_mask_keep_pending(int number, const siginfo_t *info, ucontext_t *context)
{
    (void)number;
    (void)info;
    (void)context;
    return kept > 0 && kept-- > 0;
}

int gau_signal_handler_swap(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number;
    if (old)
        *old = of_program;
    if (action)
        of_program = *action;
    return 0;
}

const struct gau_real_functions *gau_real_functions(void)
{
    static const struct gau_real_functions functions = {.sigaction = sigaction,
                                                        .pthread_sigmask = pthread_sigmask};

    return &functions;
}

/* --- fixtures ------------------------------------------------------------------------------ */

static int begin(void **state)
{
    (void)state;
    thread = (struct gau_thread){.id = 9};
    gau_thread_own = NULL;
    depth = 3;
    is_clock = true;
    is_paused = is_unknown = false;
    stops = kept = 0;
    return gau_sample_buffers_open((uint64_t)CHUNKS * GAU_CHUNK_SIZE) ? 0 : -1;
}

static void send_with(ucontext_t *context)
{
    siginfo_t info = {.si_signo = SIGPROF};

    errno = EDOM;
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

        assert_int_equal(sample->time_ns, 4711);
        assert_int_equal(sample->weight_ns, 7);
        assert_int_equal(sample->task, 5);
        for (unsigned i = 0; i < sample->n; i++)
            assert_int_equal(sample->pcs[i], i + 1);
        at += (uint32_t)(sizeof *sample + sample->n * sizeof *sample->pcs);
    }
    return n;
}

static unsigned samples(void)
{
    unsigned n = thread.chunk ? samples_in(thread.chunk) : 0;

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
    assert_int_equal(thread.samples, 2);
    assert_int_equal(thread.weight_ns, 14);
    assert_int_equal(thread.frames_by_cfi, 4);
    assert_int_equal(thread.truncated, 0);
    assert_ptr_equal(gau_thread_own, &thread);
}

static void what_no_buffer_has_room_for_is_dropped(void **state)
{
    (void)state;
    depth = 200; /* 24 + 1600 bytes: ten in a buffer, and not quite the next */
    send(10 * CHUNKS + 4);
    assert_int_equal(thread.samples, 10 * CHUNKS + 4);
    assert_int_equal(samples() + thread.dropped, thread.samples);
    assert_int_equal(thread.dropped, 4);
    assert_int_equal(thread.dropped_ns, 28);
    assert_int_equal(thread.truncated, 0);
}

/* Never beyond its end, whatever is left of it. */
static void samples_of_all_depths_fill_buffers_to_the_end(void **state)
{
    unsigned all = 0;

    (void)state;
    for (depth = 1; depth <= GAU_SAMPLE_DEPTH_MAX + 3; depth++) {
        struct gau_chunk *chunk;

        send(1);
        chunk = gau_sample_buffers_unqueue();
        if (chunk) {
            all += samples_in(chunk);
            gau_sample_buffers_give(chunk);
        }
    }
    all += samples_in(thread.chunk);
    assert_int_equal(thread.dropped, 0);
    assert_int_equal(all, GAU_SAMPLE_DEPTH_MAX + 3);
    assert_int_equal(thread.truncated, 3);
}

/* Nine of 1624 bytes leave 24 and 216 program counters. Returns the buffer of these. */
static const struct gau_chunk *fill_all_but(uint32_t last)
{
    const struct gau_chunk *first;

    depth = 200;
    send(9);
    first = thread.chunk;
    depth = last;
    send(1);
    return first;
}

static void a_stack_that_just_fits_fills_its_buffer(void **state)
{
    const struct gau_chunk *const first = fill_all_but(216);

    (void)state;
    assert_ptr_equal(first, thread.chunk);
    assert_int_equal(thread.chunk->committed, sizeof thread.chunk->data);
    assert_int_equal(samples(), 10);
}

static void a_stack_that_just_does_not_fit_is_in_the_next_buffer(void **state)
{
    const struct gau_chunk *const first = fill_all_but(217);

    (void)state;
    assert_ptr_not_equal(first, thread.chunk);
    assert_int_equal(thread.truncated, 0);
    assert_int_equal(samples(), 10);
}

static void in_a_pause_the_timer_stops(void **state)
{
    (void)state;
    is_paused = true;
    send(1);
    assert_int_equal(thread.samples, 0);
    assert_int_equal(stops, 1);
}

static void without_a_thread_it_is_missed(void **state)
{
    const uint64_t before = gau_signal_handler_missed();

    (void)state;
    is_unknown = true;
    send(3);
    assert_int_equal(gau_signal_handler_missed() - before, 3);
    assert_int_equal(thread.samples, 0);
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
    is_clock = false;
    came = 0;
    of_program = (struct sigaction){.sa_handler = on_signal, .sa_flags = flags};
    sigemptyset(&of_program.sa_mask);
    sigaddset(&of_program.sa_mask, SIGUSR1);
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
    assert_ptr_equal(of_program.sa_handler, SIG_DFL);
    assert_true(of_program.sa_flags & SA_RESTART);
}

static void what_is_ignored_or_stays_pending_does_not_come(void **state)
{
    (void)state;
    kept = 1;
    send_to_program(0);
    assert_int_equal(came, 0);
    of_program.sa_handler = SIG_IGN;
    send(1);
    assert_int_equal(came, 0);
    assert_int_equal(thread.samples, 0);
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
        TEST(in_a_pause_the_timer_stops),
        TEST(without_a_thread_it_is_missed),
        TEST(the_handler_of_the_program_has_the_mask_that_it_would_have),
        TEST(a_handler_that_is_used_once_comes_once),
        TEST(what_is_ignored_or_stays_pending_does_not_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
