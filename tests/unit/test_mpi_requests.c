/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/mpi/mpi_requests.h"

enum { HANDLES = 600, STEPS = 200000 };

static struct gau_mpi_request model[HANDLES];

static gau_mpi_word handle_of(unsigned i)
{
    return (gau_mpi_word)i * 4096; /* as addresses are */
}

static void is_a_list_that_is_searched(void **state)
{
    uint64_t random = 1;
    size_t n = 0;

    (void)state;
    for (unsigned i = 0; i < HANDLES; i++)
        model[i].handle = handle_of(i);
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned i;

        random = random * 6364136223846793005U + 1442695040888963407U;
        i = (unsigned)(random >> 33) % HANDLES;
        if (random >> 63) {
            n += model[i].kind == GAU_MPI_NO_REQUEST;
            gau_mpi_requests_add(handle_of(i), GAU_MPI_RECEIVES, step);
            model[i] = gau_mpi_requests_find(handle_of(i));
            assert_true(model[i].kind == GAU_MPI_RECEIVES && model[i].bytes == step);
        } else {
            n -= model[i].kind != GAU_MPI_NO_REQUEST;
            gau_mpi_requests_remove(&model[i]);
            model[i].kind = GAU_MPI_NO_REQUEST;
        }
        i = (unsigned)(random >> 20) % HANDLES;
        assert_true(gau_mpi_requests_find(handle_of(i)).kind == model[i].kind);
        assert_true(model[i].kind == GAU_MPI_NO_REQUEST ||
                    gau_mpi_requests_find(handle_of(i)).number == model[i].number);
        assert_true(gau_mpi_requests_count() == n);
    }
}

static void another_request_of_the_handle_stays(void **state)
{
    struct gau_mpi_request before;

    (void)state;
    gau_mpi_requests_add(7, GAU_MPI_RECEIVES, 1);
    before = gau_mpi_requests_find(7);
    gau_mpi_requests_add(7, GAU_MPI_KEEPS_SENDING, 2);
    gau_mpi_requests_remove(&before);
    assert_int_equal(gau_mpi_requests_find(7).kind, GAU_MPI_KEEPS_SENDING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_a_list_that_is_searched),
        cmocka_unit_test(another_request_of_the_handle_stays),
    };

    return cmocka_run_group_tests_name("requests of MPI", tests, NULL, NULL);
}
