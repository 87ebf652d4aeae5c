/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/client_binding.h"
#include "collector/base/collection_state.h"
#include "collector/base/name_table.h"
#include "collector/collector_lifecycle.h"
#include "collector/writer/pauses.h"
#include "recorded_calls.h"

#include <stdbool.h>
#include <string.h>

/*
 * The entry points. A client is bound in two steps: its domains are enabled, then each of its slots
 * gets our function, or the client's fallback. No pointer into the client is kept.
 */

gau_itt_api_init_fn gau_collector_api_init GAU_BINDING_EXPORT(GAU_ITT_INIT_NAME);
gau_itt_api_fini_fn gau_collector_api_fini GAU_BINDING_EXPORT(GAU_ITT_FINI_NAME);
gau_itt_pause_fn gau_collector_pause GAU_BINDING_EXPORT("__itt_pause");
gau_itt_resume_fn gau_collector_resume GAU_BINDING_EXPORT("__itt_resume");

static const struct gau_binding bindings[] = {
#define BINDING(name) GAU_BINDING(name, gau_call_##name)
#define ALIKE(name, other) GAU_BINDING(name, gau_call_##other)
#define LIFECYCLE(name, other) GAU_BINDING(name, gau_##other)
    GAU_CALLS(BINDING) GAU_ENTRY_POINTS_ALIKE(ALIKE) GAU_CALLS_OF_LIFECYCLE(LIFECYCLE)};

/* Old clients create domains disabled. Domains, strings and counters are registered at first use.
 */
static void enable(gau_itt_domain *domain)
{
    for (; domain; domain = domain->next)
        domain->flags = 1;
}

void gau_collector_api_init(gau_itt_global *client, int groups)
{
    bool wanted;

    if (!client || gau_binding_refuses(client))
        return;
    wanted = gau_collector_begin();
    if (wanted) {
        gau_collection_count_init();
        enable(client->domains);
    }
    gau_binding_fill(bindings, sizeof bindings / sizeof *bindings, client, wanted ? groups : 0);
}

/* The client may call us again, and is bound again then. */
void gau_collector_api_fini(gau_itt_global *client)
{
    (void)client;
}

/* For programs that look these up in the collector's file, such as scripts. */
void gau_collector_pause(void)
{
    if (gau_collector_begin())
        gau_pauses_begin();
}

void gau_collector_resume(void)
{
    if (gau_collector_begin())
        gau_pauses_end();
}
