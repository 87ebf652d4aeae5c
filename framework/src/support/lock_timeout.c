/* SPDX-License-Identifier: Apache-2.0 */
#include "lock_timeout.h"

enum { TIMEOUT_S = 2 };

__thread bool gau_lock_gave_up;

struct timespec gau_lock_deadline(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += TIMEOUT_S;
    return time;
}

bool gau_lock_with_timeout(pthread_mutex_t *lock)
{
    struct timespec until;

    if (pthread_mutex_trylock(lock) == 0) {
        gau_lock_gave_up = false;
        return true;
    }
    if (gau_lock_gave_up)
        return false;
    until = gau_lock_deadline();
    gau_lock_gave_up = pthread_mutex_timedlock(lock, &until) != 0;
    return !gau_lock_gave_up;
}
