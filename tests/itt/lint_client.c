/* SPDX-License-Identifier: Apache-2.0 */
#include "lint_client.h"

#include <stdio.h>
#include <string.h>

struct raw_part *part;

int event(const char *name)
{
    return ITT(event_create)(name, (int)strlen(name));
}

void in_thread(void *(*run)(void *), void *data)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, run, data) == 0)
        pthread_join(thread, NULL);
}

static const struct scenario *find(const struct scenario *scenario, const char *name)
{
    while (scenario->name && strcmp(scenario->name, name) != 0)
        scenario++;
    return scenario->name ? scenario : NULL;
}

int main(int argc, char **argv)
{
    const struct scenario *const violation = argc == 2 ? find(violations, argv[1]) : NULL;
    const struct scenario *const lifecycle = argc == 2 ? find(lifecycles, argv[1]) : NULL;

    if (!violation && !lifecycle) {
        fprintf(stderr, "lint_client: which scenario?\n");
        return 1;
    }
    part = raw_part_new(RAW_200);
    if (violation) /* lifecycle scenarios begin in their own ways */
        raw_part_load(part, -1);
    (violation ? violation : lifecycle)->run();
    return 0;
}
