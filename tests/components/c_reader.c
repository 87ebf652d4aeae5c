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

/* int32_t is what C++ calls int. */
struct numbers {
    gau_key number;
    int64_t sum;
};

static gau_status initialize_numbers(void *self, gau_context *ctx)
{
    ((struct numbers *)self)->number = gau_store_input(ctx, "number", GAU_TYPE(int32_t));
    return GAU_OK;
}

static gau_status add_number(void *self, gau_context *ctx)
{
    struct numbers *numbers = self;
    const int32_t *const number = gau_store_get(ctx, numbers->number, NULL);

    numbers->sum += *number;
    return GAU_OK;
}

static void merge_numbers(void *self, void *other)
{
    ((struct numbers *)self)->sum += ((struct numbers *)other)->sum;
}

static gau_status finalize_numbers(void *self, gau_context *ctx)
{
    gau_result_integer(gau_result_open(ctx, "numbers"), "sum", "", ((struct numbers *)self)->sum);
    return GAU_OK;
}

static const gau_class numbers_class = {
    GAU_CLASS("Numbers", struct numbers, "Adds up numbers"),
    .initialize = initialize_numbers,
    .merge = merge_numbers,
    .finalize = finalize_numbers,
    .algorithm = GAU_ALGORITHM(.execute = add_number),
};
GAU_MODULE(&c_reader_class, &numbers_class);
