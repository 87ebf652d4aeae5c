/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_collector.h"

/* A collector with half of every pair, whose functions fail, and which does not change slots. */

FAKE_API gau_itt_api_init_fn __itt_api_init;

static int event_create(const char *name, int length)
{
    (void)name, (void)length;
    return 0;
}

static int event_start(int event)
{
    note("event_start(%d) ", event);
    return -1;
}

static gau_itt_domain *domain_create(const char *name)
{
    static gau_itt_domain off = {.flags = 0}, on = {.flags = 1};

    if (strcmp(name, "none") == 0)
        return NULL;
    return strcmp(name, "on") == 0 ? &on : &off;
}

static gau_itt_string *string_handle_create(const char *text)
{
    static gau_itt_string string;

    return strcmp(text, "none") == 0 ? NULL : &string;
}

static void task_end(const gau_itt_domain *domain)
{
    note("task_end(%d) ", domain->flags);
}

static void frame_begin_v3(const gau_itt_domain *domain, gau_itt_id *id)
{
    (void)id;
    note("frame_begin(%d) ", domain->flags);
}

static const char *api_version(void)
{
    return NULL;
}

static void *counter_create(const char *name, const char *domain)
{
    (void)name, (void)domain;
    return NULL;
}

static void counter_inc(void *counter)
{
    note("counter_inc(%d) ", counter != NULL);
}

static const struct fake fakes[] = {
    FAKE(event_create),         FAKE(event_start),    FAKE(domain_create),
    FAKE(string_handle_create), FAKE(task_end),       FAKE(frame_begin_v3),
    FAKE(api_version),          FAKE(counter_create), FAKE(counter_inc),
};

void __itt_api_init(gau_itt_global *client, int groups)
{
    (void)groups;
    for (gau_itt_entry *entry = client->entries; entry->name; entry++)
        for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++)
            if (strcmp(fakes[i].name, entry->name) == 0)
                *entry->slot = (void *)(uintptr_t)fakes[i].function;
}
