/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "report/hotspots/shared_samples.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

static struct gau_symbolized_samples take_samples(const struct gau_view_options *options)
{
    struct gau_symbolized_samples samples;
    gau_error error = {0};

    assert_true(gau_shared_samples_take(&samples, ".", options, &error));
    return samples;
}

static void views_one_after_another_have_the_same_samples(void **state)
{
    struct gau_shared_samples shared = {.folder = "."};
    const struct gau_view_options options = {.samples = &shared};
    struct gau_symbolized_samples samples;
    const struct gau_samples *first;

    (void)state;
    hotspots_scene();
    samples = take_samples(&options);
    first = samples.profile;
    gau_hotspots_show(&samples, (struct gau_hotspots_shown){.inlines = GAU_HOTSPOTS_INLINES_HIDE});
    gau_hotspots_frames(&samples, 1);
    gau_shared_samples_give(&samples, &options);
    assert_null(samples.profile);
    samples = take_samples(&options);
    assert_ptr_equal(samples.profile, first);
    assert_int_equal(samples.profile->sample_count, 9);
    assert_int_equal(samples.shown.inlines, GAU_HOTSPOTS_INLINES_MERGE);
    assert_int_equal(samples.frames[1].count, 0);
    gau_shared_samples_give(&samples, &options);
    gau_shared_samples_clear(&shared);
    assert_false(shared.is_here);
    assert_null(shared.samples.profile);
}

static void a_view_within_another_opens_its_own(void **state)
{
    struct gau_shared_samples shared = {.folder = "."};
    const struct gau_view_options options = {.samples = &shared};
    struct gau_symbolized_samples outer, inner;

    (void)state;
    hotspots_scene();
    outer = take_samples(&options);
    inner = take_samples(&options);
    assert_ptr_not_equal(outer.profile, inner.profile);
    gau_shared_samples_give(&inner, &options);
    gau_shared_samples_give(&outer, &options);
    assert_null(outer.profile);
    assert_true(shared.is_here);
    gau_shared_samples_clear(&shared);
}

static void others_have_their_own(void **state)
{
    struct gau_shared_samples shared = {.folder = "."}, elsewhere = {.folder = "./"};
    const struct gau_view_options options = {.samples = &shared};
    const struct gau_view_options others[] = {{0},
                                              {.samples = &shared, .debuginfod = true},
                                              {.samples = &elsewhere}};
    struct gau_symbolized_samples samples;

    (void)state;
    hotspots_scene();
    samples = take_samples(&options);
    gau_shared_samples_give(&samples, &options);
    assert_true(shared.is_here);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        samples = take_samples(&others[i]);
        assert_true(shared.is_here);
        gau_shared_samples_give(&samples, &others[i]);
        assert_false(elsewhere.is_here);
    }
    gau_shared_samples_clear(&shared);
}

static void a_folder_without_samples_fails_each_time(void **state)
{
    struct gau_shared_samples shared = {.folder = "."};
    const struct gau_view_options options = {.samples = &shared};
    struct gau_symbolized_samples samples;

    (void)state;
    for (int i = 0; i < 2; i++) {
        gau_error error = {0};

        assert_false(gau_shared_samples_take(&samples, ".", &options, &error));
        assert_int_equal(error.status, GAU_ERR_USAGE);
        assert_null(samples.profile);
    }
    gau_shared_samples_clear(&shared);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(views_one_after_another_have_the_same_samples),
        IN_FOLDER(a_view_within_another_opens_its_own),
        IN_FOLDER(others_have_their_own),
        IN_FOLDER(a_folder_without_samples_fails_each_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
