/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_RAW_ITT_CLIENT_H
#define TESTS_ITT_RAW_ITT_CLIENT_H

#include "itt_entries.h"

#include "itt/itt_prototypes.h"

/*
 * The content of an instrumented module, written against the binary interface only and as small as
 * possible: a table of slots that a collector fills. Each part is on pages of its own, with an
 * inaccessible page after them.
 */

enum raw_slot {
#define RAW_SLOT(id, name, groups, own) RAW_##id,
    GAU_ITT_ENTRIES(RAW_SLOT)
#undef RAW_SLOT
        RAW_N_SLOTS
};

/* Sizes of a part's description, by the age of the interface, on x86-64. */
enum raw_age { RAW_184 = 184, RAW_192 = 192, RAW_200 = 200 };

struct raw_part {
    gau_itt_global *global;
    gau_itt_entry entries[RAW_N_SLOTS + 1];
    void *slots[RAW_N_SLOTS];
    gau_itt_domain domains[4]; /* made before there is a collector */
    gau_itt_string strings[4];
    unsigned n_domains, n_strings;
};

/* An empty part; ends the program if out of memory. */
struct raw_part *raw_part_new(enum raw_age age);

/* Loads the collector that INTEL_LIBITTNOTIFY64 names; without one, the slots remain NULL. */
void raw_part_load(struct raw_part *part, int groups);

/* Ends a part. */
void raw_part_unload(struct raw_part *part);

/* Objects that are made before there is a collector, up to four; their texts are borrowed. */
gau_itt_domain *raw_part_domain(struct raw_part *part, const char *name);
gau_itt_string *raw_part_string(struct raw_part *part, const char *text);

/* The function in a slot, with its type; NULL if it is empty. */
#define RAW_FUNCTION(part, name) ((gau_itt_##name##_fn *)raw_part_function((part), RAW_##name))
void (*raw_part_function(const struct raw_part *part, enum raw_slot slot))(void);

/* Replaces the own code of a part in 18 slots: their fallbacks if the collector lacks the
 * functions. */
void raw_part_own_code(void);

#endif
