/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_collector.h"

#include <dlfcn.h>

/* A correct collector: has all functions that the client calls. */

FAKE_API gau_itt_api_init_fn __itt_api_init;
FAKE_API gau_itt_api_fini_fn __itt_api_fini;
FAKE_API void fake_on_init(void (*call)(void));
FAKE_API gau_itt_domain *fake_domain(void);

static void (*on_init)(void);
static gau_itt_domain domain = {.flags = 1, .name = "domain"};
static gau_itt_string strings[16];
static int counter;
static int n_events, n_strings;

void fake_on_init(void (*call)(void))
{
    on_init = call;
}

gau_itt_domain *fake_domain(void)
{
    return &domain;
}

static int event_create(const char *name, int length)
{
    note("event_create(%s,%d) ", name, length);
    return ++n_events;
}

static int event_start(int event)
{
    note("event_start(%d) ", event);
    return 0;
}

static int event_end(int event)
{
    note("event_end(%d) ", event);
    return 0;
}

static void pause(void)
{
    note("pause ");
}

static void resume(void)
{
    note("resume ");
}

static void detach(void)
{
    note("detach ");
}

static const char *api_version(void)
{
    return "fake 1.0";
}

static uint64_t get_timestamp(void)
{
    return 4711;
}

static gau_itt_domain *domain_create(const char *name)
{
    note("domain_create(%s) ", name);
    return &domain;
}

static gau_itt_string *string_handle_create(const char *text)
{
    gau_itt_string *const string = &strings[n_strings++ % 16];

    note("string_handle_create(%s) ", text);
    string->text = "a string";
    return string;
}

static void thread_set_name(const char *name)
{
    note("thread_set_name(%s) ", name);
}

static int id_is_none(gau_itt_id id)
{
    return !(id.d1 | id.d2 | id.d3);
}

static void task_begin(const gau_itt_domain *in, gau_itt_id task, gau_itt_id parent,
                       gau_itt_string *name)
{
    note("task_begin(%s,%s,%s) ", in->name,
         id_is_none(task) && id_is_none(parent) ? "no ids" : "ids", name->text);
}

static void task_end(const gau_itt_domain *in)
{
    note("task_end(%s) ", in->name);
}

static void frame_begin_v3(const gau_itt_domain *in, gau_itt_id *id)
{
    note("frame_begin(%s,%s) ", in->name, id ? "id" : "NULL");
}

static void frame_end_v3(const gau_itt_domain *in, gau_itt_id *id)
{
    note("frame_end(%s,%s) ", in->name, id ? "id" : "NULL");
}

static void frame_submit_v3(const gau_itt_domain *in, gau_itt_id *id, uint64_t begin, uint64_t end)
{
    note("frame_submit(%s,%d,%d,%d) ", in->name, id ? (int)id->d1 : -1, (int)begin, (int)end);
}

static int mark_create(const char *name)
{
    note("mark_create(%s) ", name);
    return 7;
}

static int mark(int type, const char *parameter)
{
    note("mark(%d,%s) ", type, parameter);
    return -1;
}

static int mark_off(int type)
{
    note("mark_off(%d) ", type);
    return -2;
}

static int mark_global(int type, const char *parameter)
{
    note("mark_global(%d,%s) ", type, parameter);
    return -3;
}

static int mark_global_off(int type)
{
    note("mark_global_off(%d) ", type);
    return -4;
}

static void *counter_create(const char *name, const char *in)
{
    note("counter_create(%s,%s) ", name, in);
    return &counter;
}

static void *counter_create_typed(const char *name, const char *in, int type)
{
    note("counter_create_typed(%s,%s,%d) ", name, in, type);
    return &counter;
}

static const char *mine(const void *c)
{
    return c == &counter ? "" : "foreign";
}

static void counter_destroy(void *c)
{
    note("counter_destroy(%s) ", mine(c));
}

static void counter_set_value(void *c, void *value)
{
    note("counter_set(%s%g) ", mine(c), *(double *)value);
}

static void counter_inc(void *c)
{
    note("counter_inc(%s) ", mine(c));
}

static void counter_dec(void *c)
{
    note("counter_dec(%s) ", mine(c));
}

static void counter_inc_delta(void *c, uint64_t delta)
{
    note("counter_inc(%s%d) ", mine(c), (int)delta);
}

static void counter_dec_delta(void *c, uint64_t delta)
{
    note("counter_dec(%s%d) ", mine(c), (int)delta);
}

static const struct fake fakes[] = {
    FAKE(event_create),
    FAKE(event_start),
    FAKE(event_end),
    FAKE(pause),
    FAKE(resume),
    FAKE(detach),
    FAKE(api_version),
    FAKE(get_timestamp),
    FAKE(domain_create),
    FAKE(thread_set_name),
    FAKE(string_handle_create),
    FAKE(task_begin),
    FAKE(task_end),
    FAKE(frame_begin_v3),
    FAKE(frame_end_v3),
    FAKE(frame_submit_v3),
    FAKE(mark_create),
    FAKE(mark),
    FAKE(mark_off),
    FAKE(mark_global),
    FAKE(mark_global_off),
    FAKE(counter_create),
    FAKE(counter_create_typed),
    FAKE(counter_destroy),
    FAKE(counter_inc),
    FAKE(counter_set_value),
    FAKE(counter_dec),
    FAKE(counter_inc_delta),
    FAKE(counter_dec_delta),
};

/* What a collector may rely on. */
static void check(const gau_itt_global *client, int groups)
{
    static const unsigned char magic[] = GAU_ITT_MAGIC;
    const void *const own = dlsym(client->lib, "fake_call_log");
    const gau_itt_entry *entry = client->entries;

    for (; entry->name; entry++)
        if (*entry->slot || entry->initial || entry->fallback)
            note("%s-is-not-empty ", entry->name);
    note("init(%s,%lu.%lu,%d,state=%d,initialized=%ld,mutex=%ld,lib=%s,lists=%s) ",
         memcmp(client->magic, magic, 8) == 0 ? "magic" : "?", client->version_major,
         client->version_minor, groups, client->state, client->api_initialized,
         client->mutex_initialized, own == (const void *)(uintptr_t)fake_call_log ? "own" : "?",
         client->next || client->threads || client->domains || client->strings ||
                 client->counters || client->histograms || client->counter_metadata
             ? "?"
             : "none");
    if (client->version_build < GAU_ITT_BUILD_OLDEST || client->error_handler)
        note("odd ");
}

void __itt_api_init(gau_itt_global *client, int groups)
{
    check(client, groups);
    fill(client, fakes, sizeof fakes / sizeof *fakes);
    if (on_init)
        on_init();
}

void __itt_api_fini(gau_itt_global *client)
{
    note("fini(initialized=%ld) ", client->api_initialized);
}
