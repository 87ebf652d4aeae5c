/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_client.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define ITT(name) RAW_FUNCTION(part, name)

static struct raw_part *part;

static void task(gau_itt_domain *domain, gau_itt_string *name)
{
    ITT(task_begin)(domain, no_id, no_id, name);
    ITT(task_end)(domain);
}

static void load(void)
{
    raw_part_load(part, -1);
    hooks->call_log();
}

void objects_made_before_are_the_same(void)
{
    gau_itt_domain *before;
    gau_itt_string *name;

    part = raw_part_new(RAW_192);
    before = raw_part_domain(part, "early");
    before->flags = 0; /* as old clients do */
    name = raw_part_string(part, "task");
    load();
    CHECK(before->flags != 0);
    CHECK(ITT(domain_create)("early") != before && ITT(string_handle_create)("task") != name);
    for (int i = 0; i < 3; i++) {
        task(before, name);
        task(ITT(domain_create)("early"), name);
        task(before, ITT(string_handle_create)("task"));
        task(ITT(domain_create)("early"), ITT(string_handle_create)("task"));
    }
    ITT(task_begin)(before, no_id, no_id, name);
    ITT(task_end)(ITT(domain_create)("early"));
    CHECK(entries(GAU_TRACE_TASK, "early", "task") == 13);
}

/* Objects whose memory has been used again, by code that does not clear the spare members. */
void what_lies_where_an_object_was_is_another(void)
{
    char text[8] = "old";
    gau_itt_domain domain = {.flags = 1, .name = text};
    gau_itt_string string = {.text = text};
    gau_itt_counter counter = {.name = text, .domain = text};

    task(&domain, &string);
    ITT(counter_inc)(&counter);
    memcpy(text, "new", 4);
    task(&domain, &string);
    ITT(counter_inc)(&counter);
    string.text = "x";
    counter.domain = "x";
    task(&domain, &string);
    ITT(counter_inc)(&counter);
    CHECK(entries(GAU_TRACE_TASK, "old", "old") == 1);
    CHECK(entries(GAU_TRACE_TASK, "new", "new") == 1);
    CHECK(entries(GAU_TRACE_TASK, "new", "x") == 1);
    CHECK(entries(GAU_TRACE_COUNTER, "old", "old") == 1);
    CHECK(entries(GAU_TRACE_COUNTER, "new", "new") == 1);
    CHECK(entries(GAU_TRACE_COUNTER, "x", "new") == 1);
}

void garbage_in_spare_members_is_no_stamp(void)
{
    static const int numbers[] = {-1, 0, 1, 2, 1 << 20, 0x7fffffff};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        void *const wild = (void *)(uintptr_t)0xdeadbeef;
        gau_itt_domain domain = {.name = "g", .extra1 = numbers[i], .extra2 = wild};
        gau_itt_string string = {.text = "g", .extra1 = numbers[i], .extra2 = wild};
        gau_itt_counter counter = {
            .name = "g", .domain = "g", .extra1 = numbers[i], .extra2 = wild};

        task(&domain, &string);
        ITT(counter_inc)(&counter);
    }
    CHECK(entries(GAU_TRACE_TASK, "g", "g") == 6);
    CHECK(entries(GAU_TRACE_COUNTER, "g", "g") == 6);
}

void names_are_copied(void)
{
    char text[8] = "copied";
    const int event = ITT(event_create)(text, 6);
    gau_itt_domain *const domain = ITT(domain_create)(text);
    gau_itt_string *const string = ITT(string_handle_create)(text);

    memset(text, 'x', sizeof text);
    ITT(event_start)(event);
    ITT(event_end)(event);
    task(domain, string);
    CHECK(entries(GAU_TRACE_EVENT, "", "copied") == 1);
    CHECK(entries(GAU_TRACE_TASK, "copied", "copied") == 1);
}

/* --- modules, threads ---------------------------------------------------------------------- */

static void *run_plugin(const char *folder, const char *file)
{
    char path[4096];
    void *module;
    union {
        void *pointer;
        void *(*code)(void);
    } run;
    void *where;

    snprintf(path, sizeof path, "%s/%s", folder, file);
    module = dlopen(path, RTLD_NOW);
    check_that(module != NULL, path, __FILE__, __LINE__);
    if (!module)
        return NULL;
    run.pointer = dlsym(module, "plugin_run");
    where = run.code();
    dlclose(module);
    return where;
}

/* One after the other at the same place, with objects in their own memory. */
void plugins_come_and_go(const char *folder, bool anywhere)
{
    const void *where = NULL;

    for (int i = 0; i < 4; i++) {
        where = run_plugin(folder, "itt_plugin_a.so");
        CHECK(run_plugin(folder, "itt_plugin_b.so") == where || anywhere);
    }
    CHECK(entries(GAU_TRACE_TASK, "plugin a", "task a") == 8);
    CHECK(entries(GAU_TRACE_TASK, "plugin b", "task b") == 8);
    CHECK(entries(GAU_TRACE_COUNTER, "plugin a", "task a") == 4);
    CHECK(entries(GAU_TRACE_COUNTER, "plugin b", "task b") == 4);
    CHECK(!strncmp(hooks->call_log(), "init init init init init init init init ", 40));
}

enum { N_THREADS = 8, N_ROUNDS = 1000 };

static atomic_int ready;

static void *mark_often(void *data)
{
    struct raw_part *const own = raw_part_new(RAW_200);
    gau_itt_string *const string = raw_part_string(own, "at once");
    gau_itt_domain *const domain = data;
    int event;

    atomic_fetch_add(&ready, 1);
    while (atomic_load(&ready) < N_THREADS)
        sched_yield();
    raw_part_load(own, -1); /* all at once */
    event = RAW_FUNCTION(own, event_create)("at once", 7);
    for (int i = 0; i < N_ROUNDS; i++) {
        char name[16];

        snprintf(name, sizeof name, "%d", i);
        RAW_FUNCTION(own, event_start)(event);
        RAW_FUNCTION(own, task_begin)(domain, no_id, no_id, string);
        RAW_FUNCTION(own, event_create)(name, 0);
        RAW_FUNCTION(own, frame_begin_v3)(domain, NULL);
        RAW_FUNCTION(own, frame_end_v3)(domain, NULL);
        RAW_FUNCTION(own, task_end)(domain);
        RAW_FUNCTION(own, event_end)(event);
    }
    return NULL;
}

void parts_load_at_once(void)
{
    static gau_itt_domain shared = {.flags = 1, .name = "shared"};
    pthread_t threads[N_THREADS];

    for (int i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, mark_often, &shared);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(entries(GAU_TRACE_EVENT, "", "at once") == (uint64_t)N_THREADS * N_ROUNDS);
    CHECK(entries(GAU_TRACE_TASK, "shared", "at once") == (uint64_t)N_THREADS * N_ROUNDS);
    CHECK(entries(GAU_TRACE_FRAME, "shared", "shared") == (uint64_t)N_THREADS * N_ROUNDS);
    CHECK(hooks->find_type(GAU_TRACE_EVENT, "", "999") != 0);
}
