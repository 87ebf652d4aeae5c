/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_WORKER_H
#define GAUDIT_SRC_WORKER_H

#include "store.h"

#include <gaudit/options.h>

struct gau_app;

/* What belongs to one thread of the event loop; reached through ctx->internal. */
struct gau_worker {
    gau_context ctx;
    struct gau_app *app;
    struct gau_store_keys *keys; /* of the job */
    struct gau_store store;      /* of this worker */
    gau_place place; /* where the component that is being initialized was written */
};

#endif
