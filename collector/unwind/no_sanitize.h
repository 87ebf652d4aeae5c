/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_FOREIGN_H
#define GAUDIT_COLLECTOR_UNWIND_FOREIGN_H

/* A function that reads what others wrote, such as stacks: sanitizers would object. */
#define GAU_FOREIGN __attribute__((__no_sanitize__("address"), __no_sanitize__("thread")))

#endif
