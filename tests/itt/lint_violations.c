/* SPDX-License-Identifier: Apache-2.0 */
#include "lint_client.h"

#include <string.h>

static gau_itt_domain *domain(void)
{
    return ITT(domain_create)("test");
}

static void begin_task(const gau_itt_domain *of, gau_itt_string *name)
{
    ITT(task_begin)(of, no_id, no_id, name);
}

static void mark(int id)
{
    ITT(event_start)(id);
    ITT(event_end)(id);
}

/* What is right, of every kind: 32 calls. */
static void clean(void)
{
    const int outer = event("outer"), inner = event("inner"), point = ITT(mark_create)("point");
    gau_itt_domain *const own = domain();
    gau_itt_string *const name = ITT(string_handle_create)("task");
    void *const counter = ITT(counter_create)("counter", "test");
    gau_itt_id id = {1, 2, 0};
    uint64_t value = 42;

    ITT(thread_set_name)("main");
    ITT(thread_set_name)("main");
    ITT(pause)();
    ITT(resume)();
    ITT(event_start)(outer);
    ITT(event_start)(inner);
    mark(inner); /* inside itself */
    ITT(event_end)(inner);
    begin_task(own, name);
    ITT(task_end)(own);
    ITT(event_end)(outer);
    ITT(task_begin_overlapped)(own, id, no_id, name);
    ITT(region_begin)(own, id, no_id, NULL);
    ITT(region_end)(own, id);
    ITT(task_end_overlapped)(own, id);
    ITT(frame_begin_v3)(own, &id);
    ITT(frame_end_v3)(own, &id);
    ITT(frame_begin_v3)(own, NULL);
    ITT(frame_end_v3)(own, NULL);
    ITT(marker)(own, id, name, 4);
    ITT(mark)(point, "here");
    ITT(counter_set_value)(counter, &value);
    ITT(metadata_str_add)(own, id, name, "text", 2);
    ITT(formatted_metadata_add)(own, name, 1, 2);
    ITT(pause)();
}

static void while_paused(void)
{
    const int id = event("e"), point = ITT(mark_create)("point");
    gau_itt_domain *const own = domain();
    gau_itt_string *const name = ITT(string_handle_create)("t");

    ITT(pause)();
    mark(id);
    mark(id);
    begin_task(own, name);
    ITT(task_end)(own);
    ITT(frame_begin_v3)(own, NULL);
    ITT(frame_end_v3)(own, NULL);
    ITT(marker)(own, no_id, name, 1);
    ITT(mark)(point, "here");
    ITT(mark_global)(point, NULL);
    ITT(mark_off)(point); /* only ends what was lost */
}

static void end_while_paused(void)
{
    const int id = event("e");

    ITT(frame_begin_v3)(domain(), NULL);
    ITT(event_start)(id);
    ITT(pause)();
    ITT(event_end)(id);
    ITT(frame_end_v3)(domain(), NULL); /* also a name in the loop */
}

static void unknown_event(void)
{
    mark(0);
    ITT(event_start)(77);
}

static void end_without_start(void)
{
    const int id = event("e");

    mark(id);
    ITT(event_end)(id);
    ITT(frame_end_v3)(domain(), NULL);
}

static void *end_event(void *id)
{
    ITT(event_end)(*(int *)id);
    return NULL;
}

static void on_another_thread(void)
{
    int id = event("e");

    ITT(event_start)(id);
    in_thread(end_event, &id);
}

static void task_end_without_begin(void)
{
    gau_itt_domain *const other = ITT(domain_create)("other");

    begin_task(other, ITT(string_handle_create)("t"));
    ITT(task_end)(domain());
    ITT(task_end)(other);
}

static void *never_end(void *id)
{
    ITT(thread_set_name)("worker");
    ITT(event_start)(*(int *)id);
    return NULL;
}

static void unclosed_tasks(void)
{
    int id = event("e"), in_worker = event("in a worker");
    gau_itt_domain *const own = domain();

    ITT(frame_begin_v3)(own, NULL);
    begin_task(own, NULL);
    ITT(event_start)(id);
    ITT(event_start)(id);
    in_thread(never_end, &in_worker);
}

static void never_ended_often(void)
{
    const int id = event("e");

    for (int i = 0; i < 100000; i++)
        ITT(event_start)(id); /* the first of them is shown */
}

static void out_of_order(void)
{
    const int outer = event("outer"), inner = event("inner");

    ITT(event_start)(outer);
    ITT(event_start)(inner);
    ITT(event_end)(outer);
    ITT(event_end)(inner);
}

static void control_rate(void)
{
    for (int i = 0; i < 3; i++) {
        ITT(pause)();
        ITT(resume)();
    }
}

static void doubles(void)
{
    ITT(resume)(); /* the program may have been started paused */
    ITT(resume)();
    ITT(pause_scoped)(2); /* concerns offloaded code alone */
    ITT(pause_scoped)(1);
    ITT(pause)();
}

static void frame_rate(void)
{
    gau_itt_domain *const own = domain();

    for (int i = 0; i < 2000; i++)
        ITT(frame_submit_v3)(own, NULL, 1, 2);
}

static void overlapping_frames(void)
{
    gau_itt_domain *const own = domain(), *const other = ITT(domain_create)("other");
    gau_itt_id first = {1, 0, 0}, second = {2, 0, 0};
    void *const old = ITT(frame_create)("old"), *const another = ITT(frame_create)("another");

    ITT(frame_begin_v3)(other, NULL); /* domains do not mind each other */
    ITT(frame_begin_v3)(own, &first);
    ITT(frame_begin_v3)(own, &second);
    ITT(frame_end_v3)(own, &first);
    ITT(frame_end_v3)(own, &second);
    ITT(frame_end_v3)(other, NULL);
    ITT(frame_begin)(another); /* nor do frames */
    ITT(frame_begin)(old);
    ITT(frame_begin)(old);
    ITT(frame_end)(old);
    ITT(frame_end)(another);
}

static void *create_and_mark(void *name)
{
    mark(event(name));
    return NULL;
}

static void name_in_loop(void)
{
    char name[] = "of another thread, which is not in a loop yet";
    gau_itt_domain *const own = domain();

    ITT(pause)();
    mark(event("while paused"));
    ITT(string_handle_create)("before the loop");
    ITT(resume)();
    begin_task(own, NULL);
    ITT(string_handle_create)("first");
    mark(event("again"));
    mark(event("again"));
    ITT(counter_create)("number", "test");
    domain();
    ITT(task_end)(own);
    in_thread(create_and_mark, name);
}

static void long_name(void)
{
    char name[301];

    memset(name, 'x', sizeof name);
    ITT(event_create)(name, 255);
    ITT(event_create)(name, 256);
    name[300] = '\0';
    ITT(thread_set_name)(name);
}

static void domain_flags(void)
{
    gau_itt_domain *const on = domain(), *const off = ITT(domain_create)("switched off");

    on->flags = 1;
    begin_task(on, NULL);
    ITT(task_end)(on);
    off->flags = 0;
}

static void *rename_thread(void *name)
{
    (void)name;
    ITT(thread_set_name)("one");
    ITT(thr_name_set)("two or more", 3);
    return NULL;
}

static void thread_renamed(void)
{
    in_thread(rename_thread, NULL);
}

static void awkward_names(void)
{
    const int id = event("a \"b\" \\ \n\x01 \xc3\xa4");

    ITT(event_end)(id);
    ITT(event_end)(event(""));
}

static void started_paused(void)
{
    const int id = event("e");

    mark(id);
    ITT(resume)();
    mark(id);
    ITT(pause)();
}

const struct scenario violations[] = {
    {"awkward_names", awkward_names},
    {"clean", clean},
    {"control_rate", control_rate},
    {"domain_flags", domain_flags},
    {"doubles", doubles},
    {"end_while_paused", end_while_paused},
    {"end_without_start", end_without_start},
    {"frame_rate", frame_rate},
    {"long_name", long_name},
    {"name_in_loop", name_in_loop},
    {"unclosed_tasks", unclosed_tasks},
    {"never_ended_often", never_ended_often},
    {"on_another_thread", on_another_thread},
    {"out_of_order", out_of_order},
    {"overlapping_frames", overlapping_frames},
    {"started_paused", started_paused},
    {"task_end_without_begin", task_end_without_begin},
    {"thread_renamed", thread_renamed},
    {"unknown_event", unknown_event},
    {"while_paused", while_paused},
    {NULL, NULL},
};
