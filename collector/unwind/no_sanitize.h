/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_NO_SANITIZE_H
#define GAUDIT_COLLECTOR_UNWIND_NO_SANITIZE_H

/* For functions that read memory of others, such as stacks: sanitizers would report it. */
#define GAU_FOREIGN __attribute__((__no_sanitize__("address"), __no_sanitize__("thread")))

#endif
