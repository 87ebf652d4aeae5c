/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_collector.h"

/* A collector that locks the client's mutex, which the client holds, and that fills the slots when
 * requested, by fake_fill(): long after it was loaded, while threads call. */

FAKE_API gau_itt_api_init_fn __itt_api_init;
FAKE_API void fake_fill(void);

static gau_itt_global *client;

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

static const struct fake fakes[] = {FAKE(event_start), FAKE(event_end)};

void __itt_api_init(gau_itt_global *global, int groups)
{
    (void)groups;
    pthread_mutex_lock(&global->mutex);
    note("locked ");
    client = global;
    pthread_mutex_unlock(&global->mutex);
}

void fake_fill(void)
{
    pthread_mutex_lock(&client->mutex);
    fill(client, fakes, sizeof fakes / sizeof *fakes);
    pthread_mutex_unlock(&client->mutex);
}
