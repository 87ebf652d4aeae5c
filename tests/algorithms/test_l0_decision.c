/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"

#include "algorithms/common/random.h"
#include "algorithms/trigger/raw_bank.h"

#include <math.h>
#include <string.h>

/* The raw bank of level 1, and L0Decision. */

extern const gau_module gau_module_l0_decision;

/* Two muons of 12.5 and 3 GeV, 66.25 GeV in all, bits 0 and 2. The checksum is that of zlib's
 * crc32(). */
static const uint8_t by_hand[] = {
    0xcb, 0xcb, 24,   0,    /* mark, size */
    1,    1,    0,    0,    /* type, version, source */
    0x05, 0,    0,    0,    /* bits */
    0x09, 0x01, 2,    0,    /* 265 quarters, 2 muons */
    25,   0,    6,    0,    /* half GeVs */
    0xe1, 0x8e, 0x39, 0x27, /* checksum */
};

static const struct gau_level1 level1 = {
    .decisions = 5, .sum_et = 66.4, .muon_pt = {12.9, 3}, .n_muons = 2};

/* --- the bank ------------------------------------------------------------------------------ */

static void a_bank_has_the_bytes_of_its_layout(void **state)
{
    uint8_t bank[GAU_BANK_SIZE_MAX];

    (void)state;
    assert_int_equal(gau_bank_encode(bank, &level1), sizeof by_hand);
    assert_memory_equal(bank, by_hand, sizeof by_hand);
}

static void what_was_encoded_is_decoded(void **state)
{
    struct gau_random random = gau_random_for(1, 1);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct gau_level1 in = {.decisions = (uint32_t)gau_random_next(&random),
                                .sum_et = (double)(gau_random_next(&random) % 0xffff) / 4,
                                .n_muons = gau_random_next(&random) % (GAU_BANK_MUONS + 1)};
        struct gau_level1 out;
        uint8_t bank[GAU_BANK_SIZE_MAX];

        for (size_t k = 0; k < in.n_muons; k++)
            in.muon_pt[k] = (double)(gau_random_next(&random) % 0xffff) / 2;
        assert_null(gau_bank_decode(&out, bank, gau_bank_encode(bank, &in)).what);
        assert_int_equal(out.decisions, in.decisions);
        assert_true(out.sum_et == in.sum_et && out.n_muons == in.n_muons);
        assert_memory_equal(out.muon_pt, in.muon_pt, sizeof in.muon_pt);
    }
}

static void what_is_too_large_is_the_largest(void **state)
{
    const struct gau_level1 in = {.sum_et = 1e9, .muon_pt = {1e9, -1}, .n_muons = 2};
    struct gau_level1 out;
    uint8_t bank[GAU_BANK_SIZE_MAX];

    (void)state;
    assert_null(gau_bank_decode(&out, bank, gau_bank_encode(bank, &in)).what);
    assert_near(out.sum_et, 0xffff * 0.25, 0);
    assert_near(out.muon_pt[0], 0xffff * 0.5, 0);
    assert_near(out.muon_pt[1], 0, 0);
}

/* Each single bit, and each length that is too short. */
static void any_damage_is_noticed(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * sizeof by_hand; bit++) {
        struct gau_level1 out;
        uint8_t bank[sizeof by_hand];

        memcpy(bank, by_hand, sizeof bank);
        bank[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (!gau_bank_decode(&out, bank, sizeof bank).what)
            fail_msg("bit %d was not noticed", (int)bit);
    }
    for (size_t size = 0; size < sizeof by_hand; size++) {
        struct gau_level1 out;

        assert_non_null(gau_bank_decode(&out, by_hand, size).what);
    }
}

/* --- the algorithm ------------------------------------------------------------------------- */

static void decide(const char *accept, bool accepted)
{
    struct scene scene;
    gau_node *node;

    scene_begin(&scene);
    scene_bytes("raw_l0", by_hand, sizeof by_hand);
    node = scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    job_set(&scene.job, node, "Accept", accept);
    scene_look(&scene, "L0.Muon,L0.DiMuon,L0.SumEt,L0.sum_et,L0.muons,L0.muon1_pt,L0.muon2_pt");
    assert_int_equal(scene_accepts(&scene), accepted);
    assert_true(scene_number(0, 0) == 1 && scene_number(1, 0) == 0 && scene_number(2, 0) == 1);
    assert_near(scene_number(3, 0), 66.25, 0);
    assert_near(scene_number(4, 0), 2, 0);
    assert_near(scene_number(5, 0), 12.5, 0);
    assert_near(scene_number(6, 0), 3, 0);
    scene_end(&scene);
}

static void bits_decide(void **state)
{
    (void)state;
    decide("", true);
    decide("Muon", true);
    decide("DiMuon", false);
    decide("DiMuon,SumEt", true);
}

static void damage(size_t byte, uint8_t value, size_t size, const char *message)
{
    static uint8_t bank[sizeof by_hand];
    struct scene scene;

    memcpy(bank, by_hand, sizeof bank);
    bank[byte] = value;
    scene_begin(&scene);
    scene_bytes("raw_l0", bank, size);
    scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    assert_string_equal(scene_failure(&scene), message);
    scene_end(&scene);
}

static void damage_is_an_error_that_says_what(void **state)
{
    (void)state;
    damage(0, 0xca, 24,
           "job.xml:2: L0: event 1: bank 'raw_l0', 24 bytes: mark is 0xcbca, not 0xcbcb");
    damage(4, 7, 24, "job.xml:2: L0: event 1: bank 'raw_l0', 24 bytes: type is 0x7, not 0x1");
    damage(5, 2, 24, "job.xml:2: L0: event 1: bank 'raw_l0', 24 bytes: version is 0x2, not 0x1");
    damage(0, 0xcb, 23, "job.xml:2: L0: event 1: bank 'raw_l0', 23 bytes: size is 0x18, not 0x17");
    damage(0, 0xcb, 8,
           "job.xml:2: L0: event 1: bank 'raw_l0', 8 bytes: length is 0x8, not 0x14 or more");
    damage(16, 26, 24,
           "job.xml:2: L0: event 1: bank 'raw_l0', 24 bytes: checksum is 0x27398ee1, not "
           "0x358c210f");
}

static void channels_must_have_names(void **state)
{
    struct scene scene;
    gau_node *node;

    (void)state;
    scene_begin(&scene);
    scene_bytes("raw_l0", by_hand, sizeof by_hand);
    node = scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    job_set(&scene.job, node, "Channels", "Muon,DiMuon");
    assert_string_equal(scene_failure(&scene),
                        "job.xml:2: L0: event 1: bank 'raw_l0': bits 0x5 are "
                        "set, but there are 2 channels");
    scene_end(&scene);
    scene_begin(&scene);
    scene_bytes("raw_l0", by_hand, sizeof by_hand);
    node = scene_algorithm(&scene, &gau_module_l0_decision, "L0");
    job_set(&scene.job, node, "Accept", "Elektron");
    assert_string_equal(scene_failure(&scene),
                        "job.xml:2: L0: Accept: 'Elektron' is not one of Channels");
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_has_the_bytes_of_its_layout),
        cmocka_unit_test(what_was_encoded_is_decoded),
        cmocka_unit_test(what_is_too_large_is_the_largest),
        cmocka_unit_test(any_damage_is_noticed),
        cmocka_unit_test(bits_decide),
        cmocka_unit_test(damage_is_an_error_that_says_what),
        cmocka_unit_test(channels_must_have_names),
    };

    return cmocka_run_group_tests_name("l0 decision", tests, NULL, NULL);
}
