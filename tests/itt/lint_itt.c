/* SPDX-License-Identifier: Apache-2.0 */
#include "itt/itt.h"

/* A program with the client of itt/, which marks correctly. */

static int event;

static void *work(void *name)
{
    gau_itt_thread_set_name(name);
    for (int i = 0; i < 100; i++) {
        gau_itt_event_start(event);
        gau_itt_event_end(event);
    }
    return NULL;
}

int main(void)
{
    gau_itt_domain *domain;
    gau_itt_string *name;
    char worker[] = "worker", first[] = "main";
    pthread_t thread;

    if (gau_itt_load() != GAU_ITT_LOADED)
        return 1;
    domain = gau_itt_domain_create("loop");
    name = gau_itt_string_create("task");
    event = gau_itt_event_create("Hlt Hlt1");
    gau_itt_pause();
    gau_itt_resume();
    if (pthread_create(&thread, NULL, work, worker) != 0)
        return 1;
    gau_itt_frame_begin(domain, NULL);
    gau_itt_task_begin(domain, name);
    work(first);
    gau_itt_task_end(domain);
    gau_itt_frame_end(domain, NULL);
    pthread_join(thread, NULL);
    gau_itt_pause();
    gau_itt_unload();
    return 0;
}
