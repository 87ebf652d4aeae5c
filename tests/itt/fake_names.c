/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_collector.h"

/* An old collector without entry point: functions are found by their names, those of the legacy
 * group alone. With VERSIONED it exports a version, and INTEL_ITTNOTIFY_GROUPS decides. */

FAKE_API gau_itt_event_create_fn __itt_event_create;
FAKE_API gau_itt_event_start_fn __itt_event_start;
FAKE_API gau_itt_event_end_fn __itt_event_end;
FAKE_API gau_itt_pause_fn __itt_pause;
FAKE_API gau_itt_thr_name_set_fn __itt_thr_name_set;
FAKE_API gau_itt_domain_create_fn __itt_domain_create;
FAKE_API gau_itt_counter_create_fn __itt_counter_create;

#ifdef VERSIONED
FAKE_API gau_itt_api_version_fn __itt_api_version;

const char *__itt_api_version(void)
{
    return "fake, by groups";
}
#endif

int __itt_event_create(const char *name, int length)
{
    note("event_create(%s,%d) ", name, length);
    return 3;
}

int __itt_event_start(int event)
{
    note("event_start(%d) ", event);
    return 0;
}

int __itt_event_end(int event)
{
    note("event_end(%d) ", event);
    return 0;
}

void __itt_pause(void)
{
    note("pause ");
}

int __itt_thr_name_set(const char *name, int length)
{
    note("thr_name_set(%s,%d) ", name, length);
    return 0;
}

gau_itt_domain *__itt_domain_create(const char *name)
{
    static gau_itt_domain domain = {.flags = 1};

    note("domain_create(%s) ", name);
    return &domain;
}

void *__itt_counter_create(const char *name, const char *domain)
{
    static int counter;

    note("counter_create(%s,%s) ", name, domain);
    return &counter;
}
