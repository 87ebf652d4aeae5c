/* SPDX-License-Identifier: Apache-2.0 */
#include "itt.h"

/* Collection is of the process, so one auditor of the process controls it. */
static int controlled;

/* The client is of this module: the last auditor that leaves unloads it, as the module may go. */
static int users;

gau_itt_state itt_control_load(void)
{
    const gau_itt_state state = gau_itt_load();

    if (state == GAU_ITT_LOADED || state == GAU_ITT_BY_NAME)
        __atomic_add_fetch(&users, 1, __ATOMIC_ACQ_REL);
    return state;
}

static void unload(void)
{
    if (__atomic_sub_fetch(&users, 1, __ATOMIC_ACQ_REL) == 0)
        gau_itt_unload();
}

gau_status itt_control_init(struct itt *itt, gau_context *ctx)
{
    if (pthread_mutex_init(&itt->lock, NULL) != 0)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a lock");
    itt->lock_made = true;
    if (!itt->control) {
        itt->collection = ITT_RUNNING;
        return GAU_OK;
    }
    if (__atomic_exchange_n(&controlled, 1, __ATOMIC_ACQ_REL))
        return gau_fail(ctx->error, GAU_ERR_DUPLICATE,
                        "another IttAuditor controls the collection already; give this one "
                        "Control=false");
    itt->controls = true;
    itt->collection = ITT_WAITING;
    gau_itt_pause();
    return GAU_OK;
}

void itt_control_clear(struct itt *itt)
{
    if (itt->lock_made)
        pthread_mutex_destroy(&itt->lock);
    if (itt->controls)
        __atomic_store_n(&controlled, 0, __ATOMIC_RELEASE);
    if (itt->loaded)
        unload();
    itt->lock_made = itt->controls = itt->loaded = false;
}

void itt_control_begin_slowly(struct itt *itt)
{
    pthread_mutex_lock(&itt->lock);
    if (itt->collection == ITT_WAITING) {
        gau_itt_resume();
        __atomic_store_n(&itt->collection, ITT_RUNNING, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&itt->lock);
}

static void end(struct itt *itt)
{
    pthread_mutex_lock(&itt->lock);
    if (itt->controls && itt->collection == ITT_RUNNING) {
        __atomic_store_n(&itt->collection, ITT_OVER, __ATOMIC_RELEASE);
        gau_itt_pause();
    }
    pthread_mutex_unlock(&itt->lock);
}

void itt_control_completed(struct itt *itt)
{
    const uint64_t n = __atomic_add_fetch(&itt->completed, 1, __ATOMIC_ACQ_REL);

    if (itt->end && n == itt->end - itt->first)
        end(itt);
}

void itt_control_end(struct itt *itt)
{
    end(itt);
}
