/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_ITT_LAYOUT_H
#define TESTS_ITT_ITT_LAYOUT_H

#include "itt/itt_abi.h"

/* What was measured on programs, of the types in itt_abi.h. */

#define GAU_ITT_AT(type, member, offset) \
    GAU_ITT_ASSERT(offsetof(type, member) == (offset), "offset of " #type "." #member)
#define GAU_ITT_SIZE(type, size) GAU_ITT_ASSERT(sizeof(type) == (size), "size of " #type)

GAU_ITT_AT(gau_itt_domain, flags, 0);
GAU_ITT_AT(gau_itt_domain, name, 8);
GAU_ITT_AT(gau_itt_domain, extra1, 24);
GAU_ITT_AT(gau_itt_domain, extra2, 32);
GAU_ITT_AT(gau_itt_domain, next, 40);
GAU_ITT_SIZE(gau_itt_domain, 48);

GAU_ITT_AT(gau_itt_string, text, 0);
GAU_ITT_AT(gau_itt_string, extra1, 16);
GAU_ITT_AT(gau_itt_string, extra2, 24);
GAU_ITT_AT(gau_itt_string, next, 32);
GAU_ITT_SIZE(gau_itt_string, 40);

GAU_ITT_SIZE(gau_itt_id, 24);

GAU_ITT_AT(gau_itt_counter, domain, 16);
GAU_ITT_AT(gau_itt_counter, type, 32);
GAU_ITT_AT(gau_itt_counter, index, 40);
GAU_ITT_AT(gau_itt_counter, extra1, 48);
GAU_ITT_AT(gau_itt_counter, extra2, 56);
GAU_ITT_AT(gau_itt_counter, next, 64);
GAU_ITT_SIZE(gau_itt_counter, 72);

GAU_ITT_AT(gau_itt_histogram, name, 8);
GAU_ITT_AT(gau_itt_histogram, x_type, 24);
GAU_ITT_AT(gau_itt_histogram, y_type, 28);
GAU_ITT_AT(gau_itt_histogram, extra1, 32);
GAU_ITT_AT(gau_itt_histogram, next, 48);
GAU_ITT_SIZE(gau_itt_histogram, 56);

GAU_ITT_AT(gau_itt_entry, slot, 8);
GAU_ITT_AT(gau_itt_entry, initial, 16);
GAU_ITT_AT(gau_itt_entry, fallback, 24);
GAU_ITT_AT(gau_itt_entry, groups, 32);
GAU_ITT_SIZE(gau_itt_entry, 40);

/* Behind the mutex everything moves with its size. */
#if defined(__x86_64__)
GAU_ITT_SIZE(pthread_mutex_t, 40);
#define GAU_ITT_AFTER_MUTEX 96
#elif defined(__aarch64__)
GAU_ITT_SIZE(pthread_mutex_t, 48);
#define GAU_ITT_AFTER_MUTEX 104
#else
#define GAU_ITT_AFTER_MUTEX \
    (56 + sizeof(pthread_mutex_t)) /* unmeasured; aligned, hence without gap */
#endif

GAU_ITT_AT(gau_itt_global, version_major, 8);
GAU_ITT_AT(gau_itt_global, version_build, 24);
GAU_ITT_AT(gau_itt_global, api_initialized, 32);
GAU_ITT_AT(gau_itt_global, mutex_initialized, 40);
GAU_ITT_AT(gau_itt_global, atomic_counter, 48);
GAU_ITT_AT(gau_itt_global, mutex, 56);
GAU_ITT_AT(gau_itt_global, lib, GAU_ITT_AFTER_MUTEX);
GAU_ITT_AT(gau_itt_global, error_handler, GAU_ITT_AFTER_MUTEX + 8);
GAU_ITT_AT(gau_itt_global, dll_path, GAU_ITT_AFTER_MUTEX + 16);
GAU_ITT_AT(gau_itt_global, entries, GAU_ITT_AFTER_MUTEX + 24);
GAU_ITT_AT(gau_itt_global, next, GAU_ITT_AFTER_MUTEX + 32);
GAU_ITT_AT(gau_itt_global, threads, GAU_ITT_AFTER_MUTEX + 40);
GAU_ITT_AT(gau_itt_global, domains, GAU_ITT_AFTER_MUTEX + 48);
GAU_ITT_AT(gau_itt_global, strings, GAU_ITT_AFTER_MUTEX + 56);
GAU_ITT_AT(gau_itt_global, state, GAU_ITT_AFTER_MUTEX + 64);
GAU_ITT_AT(gau_itt_global, counters, GAU_ITT_AFTER_MUTEX + 72);
GAU_ITT_AT(gau_itt_global, collect_events, GAU_ITT_AFTER_MUTEX + 80);
GAU_ITT_AT(gau_itt_global, histograms, GAU_ITT_AFTER_MUTEX + 88);
GAU_ITT_AT(gau_itt_global, counter_metadata, GAU_ITT_AFTER_MUTEX + 96);
GAU_ITT_SIZE(gau_itt_global, GAU_ITT_AFTER_MUTEX + 104);

#endif
