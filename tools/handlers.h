/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_HANDLERS_H
#define GAUDIT_TOOLS_HANDLERS_H

#include <stddef.h>

/* Those of the signals @p numbers that have the handler @p from get @p to. What is ignored, as by
 * nohup, stays ignored. */
void gau_handlers_replace(const int *numbers, size_t n, void (*from)(int), void (*to)(int));

#endif
