/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_WORKER_FIXTURE_H
#define TESTS_UNIT_WORKER_FIXTURE_H

#include "test.h"

#include "framework/src/job/worker.h"
#include "framework/src/store/event_store.h"

#include <stdlib.h>

/* A worker on which components are initialized one after the other. */
struct stage {
    struct gau_worker worker;
    gau_error error;
};

static inline gau_context *enter(struct stage *stage, const char *component, int line)
{
    stage->worker.ctx.name = component;
    stage->worker.store.location = (gau_source_location){.file = "job.xml", .line = line};
    return &stage->worker.ctx;
}

static inline int build(void **state)
{
    struct stage *stage = calloc(1, sizeof *stage);

    assert_non_null(stage);
    stage->worker.store.keys = gau_store_keys_new();
    assert_non_null(stage->worker.store.keys);
    stage->worker.ctx = (gau_context){.struct_size = sizeof(gau_context),
                                      .error = &stage->error,
                                      .internal = &stage->worker,
                                      .store = &stage->worker.store};
    *state = stage;
    return 0;
}

static inline int demolish(void **state)
{
    struct stage *stage = *state;

    gau_store_clear(&stage->worker.store.objects);
    gau_store_keys_free(stage->worker.store.keys);
    free(stage);
    return 0;
}

#endif
