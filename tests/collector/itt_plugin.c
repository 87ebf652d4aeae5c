/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/itt/raw_itt_client.h"

/* A module with objects in its own memory, which is unmapped with it. PLUGIN: a letter, as a text.
 */

void *plugin_run(void);

static gau_itt_domain domain = {.flags = 1, .name = "plugin " PLUGIN};
static gau_itt_string name = {.text = "task " PLUGIN};
static gau_itt_counter counter = {.name = "task " PLUGIN, .domain = "plugin " PLUGIN};

/* Where its objects are. */
__attribute__((visibility("default"))) void *plugin_run(void)
{
    struct raw_part *const part = raw_part_new(RAW_200);
    const gau_itt_id none = {0, 0, 0};

    raw_part_load(part, -1);
    for (int i = 0; i < 2; i++) {
        RAW_FUNCTION(part, task_begin)(&domain, none, none, &name);
        RAW_FUNCTION(part, task_end)(&domain);
    }
    RAW_FUNCTION(part, counter_inc)(&counter);
    raw_part_unload(part);
    return &domain;
}
