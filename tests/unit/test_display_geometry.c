/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "display_geometry.h"
#include "distributions.h"

static const struct gau_display_wall wall = {1000, 3000};

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.17g instead of %.17g", found, expected);
}

/* Curvature radii from 0.3 m on: some curl up in the tracker. */
static struct gau_helix any_helix(struct gau_random *random)
{
    const double pt = gau_random_power(random, 2, 0.2, 50),
                 sign = gau_random_unit(random) < 0.5 ? -1 : 1;

    return (struct gau_helix){.d0 = gau_random_between(random, -2, 2),
                              .z0 = gau_random_between(random, -200, 200),
                              .phi = gau_random_between(random, -GAU_PI, GAU_PI),
                              .cot_theta = gau_random_between(random, -5, 5),
                              .curvature = gau_curvature_of(sign / pt, 2)};
}

/* --- circles ------------------------------------------------------------------------------- */

static void a_gev_in_a_tesla_turns_with_a_radius_of_3_3_m(void **state)
{
    const struct gau_helix positive = {.curvature = gau_curvature_of(1, 1)},
                           negative = {.curvature = gau_curvature_of(-1, 1)};
    const struct gau_display_arc right = gau_display_arc(&positive, 1000),
                                 left = gau_display_arc(&negative, 1000);

    (void)state;
    assert_near(right.radius, 3335.64, 0.01);
    assert_false(right.left);
    assert_true(right.to.y < -100); /* it has begun along x */
    assert_near(left.radius, right.radius, 1e-9);
    assert_true(left.left);
    assert_near(left.to.y, -right.to.y, 1e-9);
}

/*
 * The middle of the circle that SVG draws through two places (SVG 1.1, F.6.5): of the two with that
 * radius the one for the smaller arc, on the left of the chord for a turn to the left.
 */
static struct gau_display_point middle_of(const struct gau_display_arc *arc)
{
    const double dx = arc->to.x - arc->from.x, dy = arc->to.y - arc->from.y, chord = hypot(dx, dy),
                 away = sqrt(fmax(arc->radius * arc->radius - chord * chord / 4, 0)) *
                        (arc->left ? 1 : -1);

    return (struct gau_display_point){(arc->from.x + arc->to.x) / 2 - away * dy / chord,
                                      (arc->from.y + arc->to.y) / 2 + away * dx / chord};
}

static void an_arc_passes_through_the_places_of_its_track(void **state)
{
    struct gau_random random = gau_random_for(2, 1);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double length = gau_display_length(&helix, &wall);
        const struct gau_display_arc arc = gau_display_arc(&helix, length);
        const struct gau_display_point middle = middle_of(&arc);

        for (int k = 0; k <= 8; k++) {
            const struct gau_point place = gau_helix_at(&helix, length * k / 8);
            const double across = (arc.to.x - arc.from.x) * (place.y - arc.from.y) -
                                  (arc.to.y - arc.from.y) * (place.x - arc.from.x);

            assert_near(hypot(place.x - middle.x, place.y - middle.y), arc.radius, 1e-2);
            /* on that side of the chord to which the arc bulges */
            assert_true(arc.left ? across < 1 : across > -1);
        }
    }
}

static void a_track_ends_at_the_wall_or_after_half_a_turn(void **state)
{
    struct gau_random random = gau_random_for(2, 2);
    int ends[3] = {0};

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double length = gau_display_length(&helix, &wall);
        const struct gau_point end = gau_helix_at(&helix, length);
        const double r = hypot(end.x, end.y);

        assert_true(r < wall.radius + 1e-6 && fabs(end.z) < wall.half_length + 1e-6);
        if (fabs(r - wall.radius) < 1e-6)
            ends[0]++;
        else if (fabs(fabs(end.z) - wall.half_length) < 1e-6)
            ends[1]++;
        else {
            assert_near(fabs(helix.curvature) * length, GAU_PI, 1e-9);
            ends[2]++;
        }
    }
    for (int i = 0; i < 3; i++)
        assert_true(ends[i] > 50);
}

static void what_flies_along_the_wall_has_an_end(void **state)
{
    const struct gau_helix across = {.cot_theta = 0}, along = {.cot_theta = 1e300},
                           tight = {.curvature = 999};

    (void)state;
    assert_near(gau_display_length(&across, &wall), wall.radius, 1e-9);
    assert_near(gau_display_length(&along, &wall), 0, 1e-9);
    assert_near(gau_display_length(&tight, &wall), GAU_PI / 999, 1e-9);
}

/* --- from the side ------------------------------------------------------------------------- */

static void a_profile_goes_through_the_places_of_its_track(void **state)
{
    struct gau_random random = gau_random_for(2, 3);
    int crossings = 0;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        const struct gau_helix helix = any_helix(&random);
        const double length = gau_display_length(&helix, &wall);
        struct gau_display_step steps[GAU_DISPLAY_STEPS];
        const size_t n = gau_display_profile(steps, &helix, length);

        assert_in_range(n, 2, GAU_DISPLAY_STEPS);
        assert_true(steps[0].jump);
        for (size_t k = 1; k < n; k++) {
            const double s = (steps[k].at.x - helix.z0) / helix.cot_theta;
            const struct gau_point place = gau_helix_at(&helix, s);

            assert_near(fabs(steps[k].at.y), hypot(place.x, place.y), 1e-6);
            if (fabs(place.y) > 3)
                assert_true((steps[k].at.y > 0) == (place.y > 0));
            if (!steps[k].jump)
                continue;
            crossings++;
            assert_near(place.y, 0, 1e-3);
            assert_near(steps[k].at.y, -steps[k - 1].at.y, 1e-9);
        }
    }
    assert_true(crossings > 200);
}

static void a_place_on_a_box_has_its_pseudorapidity(void **state)
{
    static const double etas[] = {-3, -1.8, -0.3, 0, 0.7, 1.6, 2.9};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(etas); i++) {
        const struct gau_display_point place = gau_display_at_eta(&wall, etas[i]);

        assert_near(asinh(place.x / place.y), etas[i], 1e-12);
        assert_true(place.y == wall.radius || fabs(place.x) == wall.half_length);
        assert_true(place.y <= wall.radius && fabs(place.x) <= wall.half_length);
    }
}

static void round_numbers_are_1_2_5_and_10(void **state)
{
    static const double numbers[][2] = {{0.07, 0.05}, {1, 1},       {1.99, 1},  {2.5, 2},  {49, 20},
                                        {50, 50},     {1050, 1000}, {1e9, 1e9}, {0.3, 0.2}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        assert_near(gau_display_round_number(numbers[i][0]), numbers[i][1], 1e-12 * numbers[i][1]);
}

/* --- labels -------------------------------------------------------------------------------- */

static void labels_at_one_place_do_not_overlap(void **state)
{
    struct gau_display_labels labels = {.n = 0};
    const struct gau_display_point size = {20, 20}, step = {3, 1};
    int placed = 0;

    (void)state;
    for (int i = 0; i < 10; i++) {
        struct gau_display_point place = {100, 100};

        placed += gau_display_place(&place, &labels, &size, &step);
    }
    assert_in_range(placed, 4, 9); /* not all of them find a place that is near */
    for (size_t i = 0; i < labels.n; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(fabs(labels.boxes[i].x - labels.boxes[k].x) >= size.x ||
                        fabs(labels.boxes[i].y - labels.boxes[k].y) >= size.y);
}

static void labels_beyond_the_room_for_them_are_left_out(void **state)
{
    struct gau_display_labels labels = {.n = 0};
    const struct gau_display_point size = {1, 1}, step = {1, 0};
    struct gau_display_point place = {0, 0};

    (void)state;
    for (int i = 0; i < 2 * GAU_DISPLAY_LABELS; i++)
        gau_display_block(&labels, &(struct gau_display_point){10.0 * i, 0}, &size);
    assert_int_equal(labels.n, GAU_DISPLAY_LABELS);
    assert_false(gau_display_place(&place, &labels, &size, &step));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gev_in_a_tesla_turns_with_a_radius_of_3_3_m),
        cmocka_unit_test(an_arc_passes_through_the_places_of_its_track),
        cmocka_unit_test(a_track_ends_at_the_wall_or_after_half_a_turn),
        cmocka_unit_test(what_flies_along_the_wall_has_an_end),
        cmocka_unit_test(a_profile_goes_through_the_places_of_its_track),
        cmocka_unit_test(a_place_on_a_box_has_its_pseudorapidity),
        cmocka_unit_test(round_numbers_are_1_2_5_and_10),
        cmocka_unit_test(labels_at_one_place_do_not_overlap),
        cmocka_unit_test(labels_beyond_the_room_for_them_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
