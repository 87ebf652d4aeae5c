/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_ITT_FIXTURE_H
#define TESTS_UNIT_ITT_FIXTURE_H

#include "itt/itt.h"

/*
 * A client before it has loaded, in an environment without variables of ITT; and the collectors of
 * tests/itt.
 */

/* The folder of the collectors, an absolute path. */
void scene_use(const char *folder);

int scene_begin(void **state);
int scene_end(void **state);

/* The path of a collector such as "fake_full"; static. */
const char *scene_path(const char *collector);

/* Names it in the environment and loads it. */
gau_itt_state scene_load(const char *collector);

/* A function that the collector exports for the tests. */
typedef void scene_function(void);
scene_function *scene_find(const char *collector, const char *name);

/* The calls that the collector got since it was loaded, or since this was called. The text is valid
 * until the next call. */
const char *scene_call_log(const char *collector);

/* How many calls it has noted since then. */
unsigned scene_calls(const char *collector);

#endif
