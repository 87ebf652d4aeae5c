/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/statistics/statistics.h"

#include <math.h>

/*
 * Against values that mpmath 1.3 has computed with 50 digits (from mpmath import *; mp.dps = 50),
 * with the expression above each table.
 */

static void assert_close(double value, double wanted, double precision)
{
    if (!(fabs(value - wanted) <= precision * fabs(wanted)))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/* erfc(abs(z) / sqrt(2)) */
static void the_normal_distribution_has_its_tails(void **state)
{
    static const struct {
        double z, p;
    } table[] = {
        {0, 1},
        {0.5, 0.61707507745197379},
        {1, 0.3173105078629141},
        {1.96, 0.049995790296440868},
        {-3, 0.0026997960632601891},
        {8, 1.2441921148543568e-15},
        {37, 1.1451142445049154e-299},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_normal_p(table[i].z), table[i].p, 2e-13);
    assert_true(gau_normal_p((double)INFINITY) == 0);
    assert_true(isnan(gau_normal_p((double)NAN)));
}

/* -sqrt(2) * erfinv(1 - 2 * p); the last: findroot(lambda z: log(erfc(-z / sqrt(2)) / 2) - log(p),
 * -37) */
static void normal_quantiles_reach_into_the_tails(void **state)
{
    static const struct {
        double p, z;
    } table[] = {
        {0.5, 0},
        {0.75, 0.67448975019608174},
        {0.975, 1.9599639845400542},
        {0.025, -1.9599639845400542},
        {0.9999, 3.7190164854556806},
        {1e-10, -6.3613409024040562},
        {1e-300, -37.047096299361199},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_normal_quantile(table[i].p), table[i].z, 1e-12);
    assert_true(gau_normal_quantile(1) == (double)INFINITY);
    assert_true(gau_normal_quantile(0) == -(double)INFINITY);
    assert_true(isnan(gau_normal_quantile(1.5)) && isnan(gau_normal_quantile((double)NAN)));
}

/* gammainc(f / 2, c / 2, inf, regularized=True) */
static void chi_square_has_the_upper_tail_of_the_gamma_function(void **state)
{
    static const struct {
        double chi_square, dof, p;
    } table[] = {
        {0.001, 1, 0.97477287936996039},      {3.841458820694124, 1, 0.050000000000000058},
        {1, 2, 0.60653065971263342},          {5, 3, 0.17179714429673314},
        {18.467, 4, 0.00099992193446677634},  {8.26, 20, 0.99000308615699878},
        {99.607, 60, 0.0010000514111770721},  {80, 100, 0.92966493334060505},
        {1000, 1000, 0.49405285382923964},    {1100, 1000, 0.014614408126295194},
        {1e6, 1e6, 0.4998119368033945},       {1003000, 1e6, 0.017016772933266315},
        {0.01, 0.001, 0.0023604617688530183}, {30, 0.5, 1.0571160092570999e-8},
        {40, 2.5, 4.8669428911984671e-9},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_chi_square_p(table[i].chi_square, table[i].dof), table[i].p, 2e-12);
}

/* R 4.2: pchisq(c(1e10, 1e10 + 3e5), 1e10, lower = FALSE), pchisq(2e9 + 1e5, 2e9, lower = FALSE) */
static void chi_square_of_huge_freedom_has_the_tail_of_the_normal_one(void **state)
{
    (void)state;
    assert_close(gau_chi_square_p(1e10, 1e10), 0.499998119368054827, 1e-9);
    assert_close(gau_chi_square_p(1e10 + 3e5, 1e10), 0.016948120519391749, 1e-9);
    assert_close(gau_chi_square_p(2e9 + 1e5, 2e9), 0.056924956167015893, 1e-9);
    assert_close(gau_chi_square_p(9.9e8, 9.9e8), 0.5, 1e-4);
    assert_true(gau_chi_square_p(1, 1e300) > 0.999999);
    assert_true(gau_chi_square_p(5000, 40) < 1e-300);
}

static void chi_square_without_a_result_is_nan(void **state)
{
    (void)state;
    assert_true(gau_chi_square_p(0, 4) == 1 && gau_chi_square_p(-1, 4) == 1);
    assert_true(gau_chi_square_p((double)INFINITY, 4) == 0);
    assert_true(isnan(gau_chi_square_p(1, 0)) && isnan(gau_chi_square_p(1, -2)));
    assert_true(isnan(gau_chi_square_p((double)NAN, 2)));
    assert_true(isnan(gau_chi_square_p(1, (double)NAN)));
    assert_true(isnan(gau_chi_square_p(1, (double)INFINITY)));
}

/* betainc(v / 2, mpf(1) / 2, 0, v / (v + t * t), regularized=True) */
static void students_t_has_the_tails_of_the_beta_function(void **state)
{
    static const struct {
        double t, dof, p;
    } table[] = {
        {1, 1, 0.5},
        {-2, 1, 0.29516723530086655},
        {0.1, 2, 0.92946543841414017},
        {2.5, 3.7, 0.071822022911826776},
        {4.303, 2, 0.049992524985214501},
        {1e10, 1, 6.3661977236758134e-11},
        {1e200, 1.5, 7.5417048640324927e-301},
        {3, 30, 0.0053899640656519466},
        {0.001, 30, 0.99920873576648509},
        {10, 200, 2.3774831444207591e-19},
        {2, 1e5, 0.045502963457506463},
        {1.5, 1e7, 0.13361443410762945},
        {50, 12, 2.6864125626882505e-15},
        {1.5, 0.3, 0.61232766682877862},
        /* R 4.2: 2 * pt(c(2, 1.5), 1e8, lower = FALSE) */
        {2, 1e8, 0.045500266595906738},
        {1.5, 1e8, 0.133614405694707450},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_student_p(table[i].t, table[i].dof), table[i].p, 2e-11);
    assert_true(gau_student_p(0, 5) == 1);
    assert_true(gau_student_p((double)INFINITY, 5) == 0);
    assert_close(gau_student_p(1.96, (double)INFINITY), 0.049995790296440868, 1e-14);
    assert_true(isnan(gau_student_p(1, 0)) && isnan(gau_student_p((double)NAN, 3)));
}

/* R 4.2: qt(c(0.975, 0.025, 0.9, 0.6, 0.9999, 1e-6), c(3, 7.25, 1, 2, 1.5, 11)) */
static void students_quantiles_are_those_of_r(void **state)
{
    static const struct {
        double p, dof, t;
    } table[] = {
        {0.975, 3, 3.18244630528370775}, {0.025, 7.25, -2.34819484910537168},
        {0.9, 1, 3.07768353717525445},   {0.6, 2, 0.28867513459481314},
        {0.9999, 1.5, 242.264098846},    {1e-6, 11, -9.04327592127375191},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_student_quantile(table[i].p, table[i].dof), table[i].t, 1e-10);
    assert_true(gau_student_quantile(0.5, 3) == 0);
    assert_true(gau_student_quantile(1, 3) == (double)INFINITY);
    assert_true(isnan(gau_student_quantile(-0.1, 3)) && isnan(gau_student_quantile(0.9, 0)));
}

/* What is put in comes out again, wherever the methods change. */
static void quantiles_are_the_inverse_of_probabilities(void **state)
{
    static const double freedoms[] = {0.7, 1, 2, 5, 31, 1000, 9.99e6, 1.01e7, 1e12};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(freedoms); i++)
        for (double p = 0.501; p < 0.9999; p += 0.0371) {
            const double t = gau_student_quantile(p, freedoms[i]);

            assert_close(1 - gau_student_p(t, freedoms[i]) / 2, p, 1e-13);
            assert_close(gau_student_quantile(1 - p, freedoms[i]), -t, 1e-9);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_normal_distribution_has_its_tails),
        cmocka_unit_test(normal_quantiles_reach_into_the_tails),
        cmocka_unit_test(chi_square_has_the_upper_tail_of_the_gamma_function),
        cmocka_unit_test(chi_square_of_huge_freedom_has_the_tail_of_the_normal_one),
        cmocka_unit_test(chi_square_without_a_result_is_nan),
        cmocka_unit_test(students_t_has_the_tails_of_the_beta_function),
        cmocka_unit_test(students_quantiles_are_those_of_r),
        cmocka_unit_test(quantiles_are_the_inverse_of_probabilities),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
