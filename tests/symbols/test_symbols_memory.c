/* SPDX-License-Identifier: Apache-2.0 */
#include "build_id.h"
#include "symbols_fixture.h"
#include "tests/unit/allocations.h"
#include "tests/unit/test.h"

/* With any allocation failing, every frame has a function, and every function a name. */
static void ask(struct gau_symbolizer *symbols, const struct scene *scene, uint32_t module)
{
    for (unsigned i = 0; i < scene->count; i++)
        for (uint64_t at = 0; at < 64; at++) {
            const struct gau_source_frames frames =
                gau_symbolizer_resolve(symbols, module, scene->marks[i].address + at);

            assert_true(frames.count > 0);
            for (uint32_t n = 0; n < frames.count; n++)
                assert_non_null(gau_symbolizer_function(symbols, frames.items[n].function)->name);
        }
}

static void torture(const char *program)
{
    const struct scene scene = scene_run(program, NULL);
    const struct build_id id = build_id_of(scene.path);
    const struct gau_symbolizer_module module = {.path = scene.path,
                                                 .build_id = id.bytes,
                                                 .build_id_size = id.size};
    uint64_t n = 0;
    unsigned warned = 0;
    const char *failed;

    if (!scene.count) /* there is no compiler for it */
        return;
    do {
        struct gau_symbolizer *symbols;

        allocations_fail_at(++n);
        symbols = gau_symbolizer_new(NULL);
        if (symbols) {
            ask(symbols, &scene, gau_symbolizer_add_module(symbols, &module));
            warned += gau_symbolizer_warning(symbols, 0) != NULL;
        }
        failed = allocations_failed_call();
        allocations_fail_at(0);
        gau_symbolizer_free(symbols);
    } while (failed);
    assert_true(n > 20);
    assert_true(warned > 0);
}

static void without_memory_names_are_missing_and_nothing_else(void **state)
{
    (void)state;
    torture("gcc-O2");
    torture("g++-O2");
    torture("gcc-split5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_memory_names_are_missing_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
