/* SPDX-License-Identifier: Apache-2.0 */
#include "handlers.h"

#include <signal.h>

void gau_handlers_replace(const int *numbers, size_t n, void (*from)(int), void (*to)(int))
{
    for (size_t i = 0; i < n; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler != from)
            continue;
        action = (struct sigaction){.sa_handler = to};
        sigemptyset(&action.sa_mask);
        sigaction(numbers[i], &action, NULL);
    }
}
