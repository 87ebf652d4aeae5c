/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_LOCK_TIMEOUT_H
#define GAUDIT_SRC_SUPPORT_LOCK_TIMEOUT_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/*
 * Locks with a timeout, against deadlocks with the loader. A section may be in the constructor of a
 * library that is being loaded: then its thread has the lock of the loader, which the owner of our
 * lock may wait for.
 */

/* This thread has timed out, and has not succeeded since: it does not wait again. */
extern __thread bool gau_lock_gave_up;

/* Until when to wait, from now on; of CLOCK_REALTIME. */
struct timespec gau_lock_deadline(void);

/* False: not locked. */
bool gau_lock_with_timeout(pthread_mutex_t *lock);

#endif
