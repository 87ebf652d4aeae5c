/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_LINT_CLIENT_H
#define TESTS_ITT_LINT_CLIENT_H

#include "raw_itt_client.h"

/* Parts of the program lint_client: `lint_client SCENARIO` does one thing, right or wrong. */

extern struct raw_part *part; /* the program's, loaded */

#define ITT(name) RAW_FUNCTION(part, name)

static const gau_itt_id no_id;

/* Scenarios, with an empty name behind the last. */
struct scenario {
    const char *name;
    void (*run)(void);
};
extern const struct scenario violations[]; /* one violation each */
extern const struct scenario lifecycles[]; /* processes, threads, modules */

int event(const char *name); /* creates it */
void in_thread(void *(*run)(void *), void *data);

#endif
