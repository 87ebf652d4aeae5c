/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include <gaudit/region.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Regions and volumes of the process. Each test has regions of its own. */

static gau_region region(const char *name)
{
    const gau_region made = gau_region_register(name);

    assert_int_not_equal(made, GAU_NO_REGION);
    return made;
}

static void a_name_is_one_region(void **unused)
{
    const gau_region a = region("one"), b = region("two");

    (void)unused;
    assert_int_not_equal(a, b);
    assert_int_equal(region("one"), a);
    assert_string_equal(gau_region_name(a), "one");
    assert_true(gau_region_count() >= b);
    assert_string_equal(gau_region_name(gau_region_count() + 1), "unattributed");
}

static void what_is_no_name_is_no_region(void **unused)
{
    char longest[GAU_MAX_REGION_NAME + 2];

    (void)unused;
    memset(longest, 'x', sizeof longest);
    longest[GAU_MAX_REGION_NAME + 1] = '\0';
    assert_int_equal(gau_region_register(NULL), GAU_NO_REGION);
    assert_int_equal(gau_region_register(""), GAU_NO_REGION);
    assert_int_equal(gau_region_register("unattributed"), GAU_NO_REGION);
    assert_int_equal(gau_region_register(longest), GAU_NO_REGION);
    longest[GAU_MAX_REGION_NAME] = '\0';
    assert_string_equal(gau_region_name(region(longest)), longest);
    assert_string_equal(gau_region_name(region("a\nb\033[1m")), "a?b?[1m");
    assert_int_equal(region("a\nb\033[1m"), region("a?b?[1m"));
}

static void a_volume_is_in_the_region_of_the_nearest_above(void **unused)
{
    const gau_region ecal = region("nearest ECal"), layer = region("nearest layer");
    const gau_volume world = gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME);
    const gau_volume barrel = gau_volume_add(ecal, world);
    const gau_volume module = gau_volume_add(GAU_NO_REGION, barrel);
    const gau_volume inner = gau_volume_add(layer, module);
    const gau_volume cell = gau_volume_add(GAU_NO_REGION, inner);

    (void)unused;
    assert_int_equal(gau_volume_region(world), GAU_NO_REGION);
    assert_int_equal(gau_volume_region(barrel), ecal);
    assert_int_equal(gau_volume_region(module), ecal);
    assert_int_equal(gau_volume_region(inner), layer);
    assert_int_equal(gau_volume_region(cell), layer);
    assert_int_equal(gau_volume_own_region(barrel), ecal);
    assert_int_equal(gau_volume_own_region(module), GAU_NO_REGION);
    assert_int_equal(gau_region_volumes(ecal), 1);
    assert_int_equal(gau_region_volumes(layer), 1);
    assert_int_equal(gau_volume_region(cell + 1), GAU_NO_REGION);
    assert_int_equal(gau_volume_region(GAU_NO_VOLUME), GAU_NO_REGION);
    assert_int_equal(gau_volume_own_region(GAU_NO_VOLUME), GAU_NO_REGION);
}

/* What is no region or volume counts as none. */
static void unknown_numbers_are_none(void **unused)
{
    const gau_volume volume = gau_volume_add(UINT32_MAX, UINT32_MAX);

    (void)unused;
    assert_int_not_equal(volume, GAU_NO_VOLUME);
    assert_int_equal(gau_volume_region(volume), GAU_NO_REGION);
    assert_int_equal(gau_volume_claim(UINT32_MAX, region("unknown"), GAU_CLAIM_SOLID, "v"),
                     GAU_NO_REGION);
    assert_int_equal(gau_volume_claim(GAU_NO_VOLUME, region("unknown"), GAU_CLAIM_ASSEMBLY, "v"),
                     GAU_NO_REGION);
    assert_int_equal(gau_region_volumes(region("unknown")), 0);
    assert_int_equal(gau_volume_region(GAU_NO_VOLUME), GAU_NO_REGION);
}

static void a_solid_takes_a_volume_over(void **unused)
{
    const gau_region a = region("solid a"), b = region("solid b"), c = region("solid c");
    const gau_volume volume = gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME);
    const gau_volume inside = gau_volume_add(GAU_NO_REGION, volume);
    const gau_volume other = gau_volume_add(c, volume), below = gau_volume_add(0, other);
    const uint32_t collisions = gau_volume_collisions();

    (void)unused;
    assert_int_equal(gau_volume_claim(volume, a, GAU_CLAIM_ASSEMBLY, "volume"), a);
    assert_int_equal(gau_volume_region(inside), a);
    assert_int_equal(gau_volume_claim(volume, b, GAU_CLAIM_SOLID, "volume"), b);
    assert_int_equal(gau_volume_region(volume), b);
    assert_int_equal(gau_volume_region(inside), b);
    assert_int_equal(gau_volume_region(other), c);
    assert_int_equal(gau_volume_region(below), c);
    assert_int_equal(gau_region_volumes(a), 0);
    assert_int_equal(gau_region_volumes(b), 1);
    assert_int_equal(gau_volume_collisions(), collisions);
}

static void of_assemblies_the_first_claim_holds(void **unused)
{
    const gau_region a = region("first a"), b = region("first b"), c = region("first c");
    const gau_volume volume = gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME);
    const uint32_t before = gau_volume_collisions();
    gau_collision collision;

    (void)unused;
    assert_int_equal(gau_volume_claim(volume, a, GAU_CLAIM_ASSEMBLY, "pixel\n"), a);
    assert_int_equal(gau_volume_claim(volume, a, GAU_CLAIM_ASSEMBLY, "pixel\n"), a);
    assert_int_equal(gau_volume_collisions(), before);
    for (int again = 0; again < 2; again++) /* one collision each, however often */
        assert_int_equal(gau_volume_claim(volume, b, GAU_CLAIM_ASSEMBLY, "pixel\n"), a);
    assert_int_equal(gau_volume_claim(volume, c, GAU_CLAIM_ASSEMBLY, NULL), a);
    assert_int_equal(gau_volume_collisions(), before + 2);
    collision = gau_volume_collision(before);
    assert_string_equal(collision.volume, "pixel?");
    assert_int_equal(collision.winner, a);
    assert_int_equal(collision.loser, b);
    collision = gau_volume_collision(before + 1);
    assert_string_equal(collision.volume, "");
    assert_int_equal(collision.loser, c);
    assert_int_equal(gau_region_volumes(a), 1);
    assert_int_equal(gau_region_volumes(b), 0);
}

/* --- threads and limits -------------------------------------------------------------------- */

enum { THREADS = 4, EACH = 200 };

static void *add_regions(void *result)
{
    gau_region *const made = result;

    for (int i = 0; i < EACH; i++) {
        char name[32];

        snprintf(name, sizeof name, "shared %d", i);
        made[i] = gau_region_register(name);
        gau_volume_add(made[i], GAU_NO_VOLUME);
    }
    return NULL;
}

static void threads_register_the_same_regions(void **unused)
{
    static gau_region made[THREADS][EACH];
    pthread_t threads[THREADS];

    (void)unused;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, add_regions, made[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int i = 0; i < EACH; i++) {
        for (int t = 1; t < THREADS; t++)
            assert_int_equal(made[t][i], made[0][i]);
        assert_int_equal(gau_region_volumes(made[0][i]), THREADS);
    }
}

/* The last test: the tables are full then. */
static void full_tables_give_none(void **unused)
{
    char name[32];

    (void)unused;
    for (unsigned i = 0; gau_region_count() < GAU_MAX_REGIONS; i++) {
        snprintf(name, sizeof name, "many %u", i);
        assert_int_not_equal(gau_region_register(name), GAU_NO_REGION);
    }
    assert_int_equal(gau_region_register("one too many"), GAU_NO_REGION);
    assert_int_not_equal(gau_region_register("many 0"), GAU_NO_REGION);
    while (gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME) < GAU_MAX_VOLUMES)
        continue;
    assert_int_equal(gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME), GAU_NO_VOLUME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_one_region),
        cmocka_unit_test(what_is_no_name_is_no_region),
        cmocka_unit_test(a_volume_is_in_the_region_of_the_nearest_above),
        cmocka_unit_test(unknown_numbers_are_none),
        cmocka_unit_test(a_solid_takes_a_volume_over),
        cmocka_unit_test(of_assemblies_the_first_claim_holds),
        cmocka_unit_test(threads_register_the_same_regions),
        cmocka_unit_test(full_tables_give_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
