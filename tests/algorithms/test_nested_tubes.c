/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "algorithms/common/random.h"
#include "algorithms/transport/experiment.h"

#include <math.h>

/* Lines through the detector against points that are looked up tube by tube. */

static uint16_t tube_of(const struct gau_tubes *tubes, const double x[3])
{
    const double r = hypot(x[0], x[1]);

    for (size_t i = tubes->n; i-- > 0;) {
        const struct gau_tube *const t = &tubes->tubes[i];

        if (t->r_min <= r && r < t->r_max && t->z_min <= x[2] && x[2] < t->z_max)
            return (uint16_t)i;
    }
    return GAU_NO_TUBE;
}

/* Points every 0.37 mm, but for those at an edge, which may be on either side. */
static void check_stretch(const struct gau_tubes *tubes, const struct gau_flight *f)
{
    const double from = f->here.path + 1e-6, to = f->next.path - 1e-6;
    double x[3];

    assert_true(f->next.path >= f->here.path);
    assert_int_not_equal(f->next.tube, f->here.tube);
    for (double path = from; path < to; path += 0.37) {
        gau_flight_position(x, f, path);
        if (tube_of(tubes, x) != f->here.tube)
            fail_msg("%g mm from (%g, %g, %g) to (%g, %g, %g): tube %d, not %d", path, f->origin[0],
                     f->origin[1], f->origin[2], f->direction[0], f->direction[1], f->direction[2],
                     tube_of(tubes, x), f->here.tube);
    }
}

/* Returns how many tubes there were. */
static int check_line(const double origin[3], const double direction[3])
{
    const struct gau_tubes *const tubes = gau_experiment();
    struct gau_flight f;
    double x[3];
    int n = 1;

    gau_flight_begin(&f, tubes, origin, direction);
    check_stretch(tubes, &f);
    for (; f.next.tube != GAU_NO_TUBE; n++) {
        gau_flight_cross(&f, tubes);
        check_stretch(tubes, &f);
    }
    gau_flight_position(x, &f, f.next.path + 1e-6);
    assert_int_equal(tube_of(tubes, x), GAU_NO_TUBE);
    return n;
}

/* --- tests --------------------------------------------------------------------------------- */

static void lines_are_in_the_tube_that_their_points_are_in(void **state)
{
    struct gau_random random = gau_random_for(3, 1);
    int n = 0;

    (void)state;
    for (int i = 0; i < 150; i++) {
        const double phi = gau_random_between(&random, -GAU_PI, GAU_PI);
        const double c = gau_random_between(&random, -1, 1), s = sqrt(1 - c * c);
        const double reach = i < 20 ? 0 : i < 40 ? 30 : 1900; /* many from the middle */
        const double origin[3] = {gau_random_between(&random, -reach, reach),
                                  gau_random_between(&random, -reach, reach),
                                  gau_random_between(&random, -2 * reach, 2 * reach)};

        n += check_line(origin, (const double[3]){s * cos(phi), s * sin(phi), c});
    }
    assert_true(n > 150 * 10);
}

static void lines_along_the_axis_and_across_it_are_no_exception(void **state)
{
    static const double origins[][3] = {{0, 0, 0},       {0, 0, 5},        {10, 0, 0},
                                        {23.5, 0, -100}, {1302, 0, 7},     {-1000, 700, 0.5},
                                        {300, 0, 2750},  {300, 400, -3500}};
    static const double directions[][3] = {{0, 0, 1},      {0, 0, -1},   {1, 0, 0},
                                           {-1, 0, 0},     {0, 1, 0},    {0.6, -0.8, 0},
                                           {-0.6, 0, 0.8}, {0, -1e-9, 1}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(origins); i++)
        for (size_t k = 0; k < COUNT_OF(directions); k++)
            check_line(origins[i], directions[k]);
    /* From the beam: 2 of the pipe, 1, 4 layers in 5 parts less the first, 1, 60, 1, 30, 1. */
    assert_int_equal(check_line(origins[1], directions[2]), 2 + 1 + 8 + 1 + 60 + 1 + 30 + 1);
}

static void edges_are_where_they_were_put(void **state)
{
    static const double edges[] = {23, 24, 40, 41, 330, 331};
    const struct gau_tubes *const tubes = gau_experiment();
    struct gau_flight f;

    (void)state;
    gau_flight_begin(&f, tubes, (const double[3]){0, 0, 5}, (const double[3]){0, 0.6, 0.8});
    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        assert_true(fabs(f.next.path - edges[i] / 0.6) < 1e-9);
        gau_flight_cross(&f, tubes);
    }
}

/* Of all calorimeters a layer of metal is the first that a particle meets. */
static void layers_begin_at_the_side_of_the_vertex(void **state)
{
    static const double points[][3] = {{500, 0, 2601},  {0, 500, -2601}, {500, 0, 3001},
                                       {0, 500, -3001}, {1301, 0, 7},    {0, 1701, -7}};
    const struct gau_tubes *const tubes = gau_experiment();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(points); i++)
        assert_true(tubes->tubes[tube_of(tubes, points[i])].material->x0 < 20);
}

/* Layers have no region of their own; modules of an assembly are claimed one by one. */
static void tubes_are_in_the_region_of_their_detector(void **state)
{
    const struct gau_tubes *const tubes = gau_experiment();
    uint32_t own[GAU_DETECTOR_REGIONS] = {0};

    (void)state;
    assert_int_equal(tubes->tubes[0].volume, GAU_NO_VOLUME);
    for (size_t i = 1; i < tubes->n; i++) {
        const struct gau_tube *const t = &tubes->tubes[i];

        assert_string_equal(gau_region_name(gau_volume_region(t->volume)),
                            gau_detector_regions[t->region]);
        own[t->region] += gau_volume_own_region(t->volume) != GAU_NO_REGION;
        for (size_t k = 1; k < i; k++)
            assert_int_not_equal(t->volume, tubes->tubes[k].volume);
    }
    assert_int_equal(own[GAU_IN_BEAM_PIPE], 1);
    assert_int_equal(own[GAU_IN_TRACKER], 1);
    assert_int_equal(own[GAU_IN_ECAL_BARREL], 4);
    assert_int_equal(own[GAU_IN_ECAL_ENDCAP], 2);
    assert_int_equal(own[GAU_IN_HCAL], 3);
    assert_int_equal(gau_volume_collisions(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_in_the_tube_that_their_points_are_in),
        cmocka_unit_test(lines_along_the_axis_and_across_it_are_no_exception),
        cmocka_unit_test(edges_are_where_they_were_put),
        cmocka_unit_test(layers_begin_at_the_side_of_the_vertex),
        cmocka_unit_test(tubes_are_in_the_region_of_their_detector),
    };

    return cmocka_run_group_tests_name("nested tubes", tests, NULL, NULL);
}
