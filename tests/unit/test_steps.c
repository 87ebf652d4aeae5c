/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/region.h>

#include <errno.h>
#include <string.h>

/* Tracks and steps reach the auditors that want them, in the event of their thread. */

static gau_volume outer, inner; /* inner is in no region of its own */

/* Two tracks, of which the second is the first one's. */
static gau_status transport_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    errno = EDOM;
    gau_track_begin(1, 0, outer);
    gau_step(1, outer);
    gau_step(1, inner);
    gau_track_end(1);
    gau_track_begin(2, 1, inner);
    gau_step(2, GAU_NO_VOLUME);
    gau_track_end(2);
    assert_int_equal(errno, EDOM);
    return GAU_OK;
}

static gau_status transport_initialize(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    gau_step(7, outer);
    return GAU_OK;
}

static const gau_class transport_class = {
    GAU_CLASS("Transport", char, "Makes steps."),
    .initialize = transport_initialize,
    .algorithm = GAU_ALGORITHM(.execute = transport_execute),
};

/* --- auditors ------------------------------------------------------------------------------ */

struct steps {
    uint64_t last; /* timestamp */
};

static void note(const gau_context *ctx, char sign, uint64_t track, const char *rest)
{
    gau_step(9, outer); /* of an auditor: is not audited */
    call_log_note("%s%c %d %d %s", ctx->name, sign, (int)ctx->event, (int)track, rest);
}

static void steps_step(void *self, const gau_context *ctx, uint64_t track, gau_volume volume,
                       gau_region region)
{
    struct steps *const s = self;

    assert_true(ctx->timestamp > s->last);
    s->last = ctx->timestamp;
    assert_int_equal(region, gau_volume_region(volume));
    note(ctx, '-', track, gau_region_name(region));
}

static void steps_track_begin(void *self, const gau_context *ctx, uint64_t track, uint64_t parent,
                              gau_volume volume)
{
    (void)self;
    assert_int_equal(parent, track - 1);
    assert_int_equal(volume, track == 1 ? outer : inner);
    note(ctx, '(', track, "");
}

static void steps_track_end(void *self, const gau_context *ctx, uint64_t track)
{
    (void)self;
    note(ctx, ')', track, "");
}

static const gau_class steps_class = {
    GAU_CLASS("Steps", struct steps, "Notes steps."),
    .auditor = GAU_AUDITOR(.step = steps_step, .track_begin = steps_track_begin,
                           .track_end = steps_track_end),
};

/* Wants one of the three. */
static const gau_class ends_class = {
    GAU_CLASS("Ends", struct steps, "Notes the ends of tracks."),
    .auditor = GAU_AUDITOR(.track_end = steps_track_end),
};

/* With it, events outside the window of another auditor are audited, too. */
static void quiet_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static const gau_class quiet_class = {
    GAU_CLASS("Quiet", char, "Notes nothing."),
    .auditor = GAU_AUDITOR(.before = quiet_before),
};

static void build(struct job *job)
{
    job_begin(job);
    job_class(job, &quiet_class);
    job_class(job, &transport_class);
    job_class(job, &steps_class);
    job_class(job, &ends_class);
    job_add(job, NULL, GAU_NODE_ALGORITHM, "Transport", "Transport");
}

/* --- tests --------------------------------------------------------------------------------- */

#define EVENT(n)                        \
    "Transport( " n " 1 \n"             \
    "Transport- " n " 1 R\n"            \
    "Transport- " n " 1 R\n"            \
    "Transport) " n " 1 \n"             \
    "Transport( " n " 2 \n"             \
    "Transport- " n " 2 unattributed\n" \
    "Transport) " n " 2 \n"

static void steps_come_with_event_region_and_time(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    job_auditor(&job, "Steps", NULL);
    job_must_run(&job, 2);
    assert_string_equal(call_log_text(), EVENT("1") EVENT("2"));
    job_end(&job);
}

static void a_window_selects_their_events(void **unused)
{
    struct job job;
    gau_node *auditor;

    (void)unused;
    build(&job);
    auditor = job_auditor(&job, "Steps", NULL);
    job_set(&job, auditor, "StartFromEventN", "2");
    job_set(&job, auditor, "StopAtEventN", "3");
    job_auditor(&job, "Quiet", NULL);
    job_must_run(&job, 4);
    assert_string_equal(call_log_text(), EVENT("2"));
    job_end(&job);
}

static void each_auditor_gets_what_it_wants(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    job_auditor(&job, "Ends", NULL);
    job_auditor(&job, "CallLog", "A");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "A( Event\nA( Transport\n"
                                         "Transport) 1 1 \nTransport) 1 2 \n"
                                         "A) Transport aa\nA) Event aa\n");
    job_end(&job);
}

static void outside_of_events_there_is_no_event(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    job_set(&job, job_auditor(&job, "Steps", NULL), "Phases", "Initialize");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "Transport- 0 7 R\n");
    job_end(&job);
}

static void without_auditors_they_do_nothing(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    job_auditor(&job, "CallLog", "A");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "A( Event\nA( Transport\nA) Transport aa\nA) Event aa\n");
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_come_with_event_region_and_time),
        cmocka_unit_test(a_window_selects_their_events),
        cmocka_unit_test(each_auditor_gets_what_it_wants),
        cmocka_unit_test(outside_of_events_there_is_no_event),
        cmocka_unit_test(without_auditors_they_do_nothing),
    };

    outer = gau_volume_add(gau_region_register("R"), GAU_NO_VOLUME);
    inner = gau_volume_add(GAU_NO_REGION, outer);
    return cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
