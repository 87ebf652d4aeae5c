/* SPDX-License-Identifier: Apache-2.0 */
#include "raw_itt_client.h"

#include <string.h>

/* A module that is loaded and unloaded again, with all objects that it passed to the collector. */

void plugin_run(void);

static char name[] = "in the module's memory";

__attribute__((visibility("default"))) void plugin_run(void)
{
    struct raw_part *const part = raw_part_new(RAW_200);
    int shared, own;

    raw_part_load(part, -1);
    shared = RAW_FUNCTION(part, event_create)("shared", 6);
    own = RAW_FUNCTION(part, event_create)(name, (int)strlen(name));
    RAW_FUNCTION(part, event_start)(shared);
    RAW_FUNCTION(part, event_end)(shared);
    RAW_FUNCTION(part, event_start)(own);
    memset(name, 'x', sizeof name - 1); /* as if something else were there already */
    RAW_FUNCTION(part, event_end)(own);
    raw_part_unload(part);
}
