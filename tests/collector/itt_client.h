/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_ITT_CLIENT_H
#define TESTS_COLLECTOR_ITT_CLIENT_H

#include "itt_hooks.h"

#include "tests/itt/raw_itt_client.h"

/*
 * Parts of the program itt_client, which is written against the binary interface only and without a
 * test library, so that it can be built for other processors.
 */

extern const struct itt_hooks *hooks;
static const gau_itt_id no_id;

/* Prints a failed check; the program fails in the end. */
#define CHECK(condition) check_that(condition, #condition, __FILE__, __LINE__)
void check_that(bool holds, const char *what, const char *file, int line);

/* Entries, so far. */
uint64_t entries(enum gau_trace_task_kind kind, const char *domain, const char *name);

/* itt_slots.c */
void every_slot_is_ours_or_nobodys(void);
void every_function_takes_what_comes(void);
void groups_are_respected(void);
void what_is_no_client_is_left_alone(void);
void without_a_collection_no_client_is_bound(void);

/* itt_objects.c; @p folder: of the plugins. */
void objects_made_before_are_the_same(void);
void what_lies_where_an_object_was_is_another(void);
void garbage_in_spare_members_is_no_stamp(void);
void names_are_copied(void);
void plugins_come_and_go(const char *folder, bool anywhere);
void parts_load_at_once(void);

#endif
