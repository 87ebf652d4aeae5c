/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_PROFILE_CONTRACT_H
#define TESTS_TRACE_PROFILE_CONTRACT_H

#include "trace/trace_reader.h"

/* What reader_contract.c checks of the calls that only background-work profiles have. Their
 * argument begins with this. */
struct profile_promises {
    uint64_t faults; /* that were reported */
};

bool promise_rbwp_name(void *promises, const struct gau_trace_rbwp_name *name,
                       struct gau_trace_text text);
bool promise_fault(void *promises, uint64_t offset, const char *line);
bool promise_rbwp(void *promises, const struct gau_trace_rbwp *profile);

#endif
