/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_fixture.h"
#include "test.h"

#include <limits.h>
#include <stdio.h>

static const char *const full = "fake_full", *const broken = "fake_broken";

static void load_full(void)
{
    assert_int_equal(scene_load(full), GAU_ITT_LOADED);
    scene_call_log(full);
}

/* Everything once, with what creation gives. */
static void call_everything(void)
{
    gau_itt_domain *const domain = gau_itt_domain_create("d");
    gau_itt_string *const name = gau_itt_string_create("s");
    void *const counter = gau_itt_counter_create("c", "d");
    void *const typed = gau_itt_counter_create_typed("t", NULL, GAU_ITT_DOUBLE);
    const int event = gau_itt_event_create("e"), mark = gau_itt_mark_create("m");
    double value = 2.5;

    gau_itt_event_start(event);
    gau_itt_event_end(event);
    gau_itt_task_begin(domain, name);
    gau_itt_task_end(domain);
    gau_itt_frame_begin(domain, NULL);
    gau_itt_frame_end(domain, NULL);
    gau_itt_frame_submit(domain, NULL, 1, 2);
    gau_itt_pause();
    gau_itt_resume();
    gau_itt_detach();
    gau_itt_thread_set_name("t");
    gau_itt_timestamp();
    gau_itt_api_version();
    gau_itt_mark(mark, "p");
    gau_itt_mark_off(mark);
    gau_itt_mark_global(mark, "p");
    gau_itt_mark_global_off(mark);
    gau_itt_counter_set(typed, &value);
    gau_itt_counter_add(counter, 1);
    gau_itt_counter_subtract(counter, 1);
    gau_itt_counter_increment(counter);
    gau_itt_counter_decrement(counter);
    gau_itt_counter_destroy(counter);
}

static void without_a_collector_nothing_comes_of_anything(void **state)
{
    (void)state;
    for (int loaded = 0; loaded < 2; loaded++) {
        assert_int_equal(gau_itt_event_create("e"), 0);
        assert_int_equal(gau_itt_event_start(0) | gau_itt_event_end(0), 0);
        assert_null(gau_itt_domain_create("d"));
        assert_null(gau_itt_string_create("s"));
        assert_null(gau_itt_counter_create("c", "d"));
        assert_null(gau_itt_counter_create_typed("c", "d", GAU_ITT_DOUBLE));
        assert_null(gau_itt_api_version());
        assert_true(gau_itt_timestamp() == 0);
        assert_int_equal(gau_itt_mark_create("m"), 0);
        assert_int_equal(gau_itt_mark(0, NULL) | gau_itt_mark_off(0), 0);
        assert_false(gau_itt_task_begin(NULL, NULL));
        call_everything();
        for (int i = 0; i < GAU_ITT_SLOTS; i++)
            assert_false(gau_itt_has((enum gau_itt_function)i));
        gau_itt_load();
    }
    assert_int_equal(gau_itt_current_state(), GAU_ITT_ABSENT);
}

static void a_collector_sees_a_complete_client(void **state)
{
    (void)state;
    assert_int_equal(scene_load(full), GAU_ITT_LOADED);
    assert_string_equal(scene_call_log(full),
                        "init(magic,3.0,-1,state=4,initialized=0,mutex=1,lib=own,lists=none) ");
    for (int i = 0; i < GAU_ITT_SLOTS; i++)
        assert_int_equal(gau_itt_has((enum gau_itt_function)i), i != GAU_ITT_SLOT_thr_name_set);
}

static void everything_reaches_the_collector(void **state)
{
    (void)state;
    load_full();
    call_everything();
    assert_string_equal(
        scene_call_log(full),
        "domain_create(d) string_handle_create(s) counter_create(c,d) "
        "counter_create_typed(t,(null),8) event_create(e,1) mark_create(m) "
        "event_start(1) event_end(1) task_begin(domain,no ids,a string) task_end(domain) "
        "frame_begin(domain,NULL) frame_end(domain,NULL) frame_submit(domain,-1,1,2) "
        "pause resume detach thread_set_name(t) "
        "mark(7,p) mark_off(7) mark_global(7,p) mark_global_off(7) "
        "counter_set(2.5) counter_inc(1) counter_dec(1) counter_inc() counter_dec() "
        "counter_destroy() ");
}

static void what_the_collector_says_is_returned(void **state)
{
    (void)state;
    load_full();
    assert_string_equal(gau_itt_api_version(), "fake 1.0");
    assert_true(gau_itt_timestamp() == 4711);
    assert_int_equal(gau_itt_mark(0, NULL), -1);
    assert_int_equal(gau_itt_mark_off(0), -2);
    assert_int_equal(gau_itt_mark_global(0, NULL), -3);
    assert_int_equal(gau_itt_mark_global_off(0), -4);
    assert_true(gau_itt_task_begin(gau_itt_domain_create("d"), gau_itt_string_create("s")));
}

static void an_event_has_its_name_byte_for_byte(void **state)
{
    (void)state;
    load_full();
    gau_itt_event_create("Hlt Hlt1 \xc2\xb5\xc2\xb5, [excluded]");
    gau_itt_event_create("");
    assert_string_equal(scene_call_log(full),
                        "event_create(Hlt Hlt1 \xc2\xb5\xc2\xb5, [excluded],25) "
                        "event_create(,0) ");
}

static void a_frame_has_its_id(void **state)
{
    gau_itt_id id = {5, 0, 0};
    gau_itt_domain *domain;

    (void)state;
    load_full();
    domain = gau_itt_domain_create("d");
    scene_call_log(full);
    gau_itt_frame_begin(domain, &id);
    gau_itt_frame_end(domain, &id);
    gau_itt_frame_submit(domain, &id, 10, 20);
    assert_string_equal(scene_call_log(full), "frame_begin(domain,id) frame_end(domain,id) "
                                              "frame_submit(domain,5,10,20) ");
}

static void a_domain_that_is_switched_off_is_left_alone(void **state)
{
    gau_itt_domain *domain;
    gau_itt_string *name;

    (void)state;
    load_full();
    domain = gau_itt_domain_create("d");
    name = gau_itt_string_create("s");
    domain->flags = 0;
    scene_call_log(full);
    assert_false(gau_itt_task_begin(domain, name));
    gau_itt_task_end(domain);
    gau_itt_frame_begin(domain, NULL);
    gau_itt_frame_end(domain, NULL);
    gau_itt_frame_submit(domain, NULL, 1, 2);
    assert_string_equal(scene_call_log(full), "");
    assert_int_equal(domain->flags, 0);
    domain->flags = 5;
    assert_true(gau_itt_task_begin(domain, name));
    assert_int_equal(domain->flags, 5);
    assert_string_equal(scene_call_log(full), "task_begin(domain,no ids,a string) ");
    domain->flags = 1;
}

static void names_that_are_none_are_not_passed_on(void **state)
{
    (void)state;
    load_full();
    assert_int_equal(gau_itt_event_create(NULL), 0);
    assert_int_equal(gau_itt_mark_create(NULL), 0);
    assert_null(gau_itt_domain_create(NULL));
    assert_null(gau_itt_string_create(NULL));
    assert_null(gau_itt_counter_create(NULL, "d"));
    assert_null(gau_itt_counter_create_typed(NULL, "d", GAU_ITT_U64));
    gau_itt_thread_set_name(NULL);
    gau_itt_counter_set(NULL, NULL);
    assert_string_equal(scene_call_log(full), "");
}

/* --- a broken collector -------------------------------------------------------------------- */

static void an_event_0_is_an_event_like_others(void **state)
{
    (void)state;
    assert_int_equal(scene_load(broken), GAU_ITT_LOADED);
    assert_int_equal(gau_itt_event_create("e"), 0);
    assert_int_equal(gau_itt_event_start(0), -1);
    assert_int_equal(gau_itt_event_end(0), 0); /* it has no such function */
    assert_string_equal(scene_call_log(broken), "event_start(0) ");
}

static void halves_of_pairs_do_no_harm(void **state)
{
    gau_itt_domain *on;
    gau_itt_string *name;

    (void)state;
    assert_int_equal(scene_load(broken), GAU_ITT_LOADED);
    on = gau_itt_domain_create("on");
    name = gau_itt_string_create("name");
    assert_non_null(on);
    assert_false(gau_itt_task_begin(on, name));
    assert_false(gau_itt_task_begin(on, gau_itt_string_create("none")));
    gau_itt_task_end(on);
    gau_itt_frame_begin(on, NULL);
    gau_itt_frame_end(on, NULL);
    assert_string_equal(scene_call_log(broken), "task_end(1) frame_begin(1) ");
    call_everything(); /* with a domain that is off */
    assert_string_equal(scene_call_log(broken), "event_start(0) ");
}

static void objects_that_were_refused_are_taken(void **state)
{
    (void)state;
    assert_int_equal(scene_load(broken), GAU_ITT_LOADED);
    assert_null(gau_itt_domain_create("none"));
    gau_itt_task_end(gau_itt_domain_create("none"));
    gau_itt_frame_begin(gau_itt_domain_create("none"), NULL);
    gau_itt_counter_increment(gau_itt_counter_create("c", NULL));
    assert_null(gau_itt_api_version());
    assert_string_equal(scene_call_log(broken), "");
}

static void a_task_without_a_name_is_not_begun(void **state)
{
    (void)state;
    load_full();
    assert_false(gau_itt_task_begin(gau_itt_domain_create("d"), NULL));
    assert_string_equal(scene_call_log(full), "domain_create(d) ");
}

int main(int argc, char **argv)
{
#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_begin, scene_end)
    const struct CMUnitTest tests[] = {
        SCENE(without_a_collector_nothing_comes_of_anything),
        SCENE(a_collector_sees_a_complete_client),
        SCENE(everything_reaches_the_collector),
        SCENE(what_the_collector_says_is_returned),
        SCENE(an_event_has_its_name_byte_for_byte),
        SCENE(a_frame_has_its_id),
        SCENE(a_domain_that_is_switched_off_is_left_alone),
        SCENE(names_that_are_none_are_not_passed_on),
        SCENE(an_event_0_is_an_event_like_others),
        SCENE(halves_of_pairs_do_no_harm),
        SCENE(objects_that_were_refused_are_taken),
        SCENE(a_task_without_a_name_is_not_begun),
    };

    if (argc != 2)
        return 1;
    scene_use(argv[1]);
    return cmocka_run_group_tests_name("itt", tests, NULL, NULL);
}
