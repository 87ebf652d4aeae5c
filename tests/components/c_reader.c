/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/* A component of C that reads the plain struct of one of C++, by the same name. */

struct jet {
    double pt;
    int constituents;
};

struct c_reader {
    gau_key jets;
    int64_t constituents;
};

static gau_status initialize(void *self, gau_context *ctx)
{
    struct c_reader *reader = self;

    reader->jets = gau_store_input(ctx, "jets", GAU_TYPE(struct jet));
    return GAU_OK;
}

static gau_status execute(void *self, gau_context *ctx)
{
    struct c_reader *reader = self;
    size_t n;
    const struct jet *const jets = gau_store_get(ctx, reader->jets, &n);

    for (size_t i = 0; i < n; i++)
        reader->constituents += jets[i].constituents;
    return GAU_OK;
}

static void merge(void *self, void *other)
{
    ((struct c_reader *)self)->constituents += ((struct c_reader *)other)->constituents;
}

static gau_status finalize(void *self, gau_context *ctx)
{
    gau_result_integer(gau_result_open(ctx, "c-reader"), "constituents", "",
                       ((struct c_reader *)self)->constituents);
    return GAU_OK;
}

static const gau_class c_reader_class = {
    GAU_CLASS("CReader", struct c_reader, "Reads jets"),
    .initialize = initialize,
    .merge = merge,
    .finalize = finalize,
    .algorithm = GAU_ALGORITHM(.execute = execute),
};
GAU_MODULE(&c_reader_class);
