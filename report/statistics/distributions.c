/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <float.h>
#include <math.h>

#define NONE ((double)NAN)
#define CONVERGED (4 * DBL_EPSILON)
#define ROOT_OF_2 1.41421356237309504880
#define ROOT_OF_PI 1.77245385090551602730
#define ROOT_OF_2_PI 2.50662827463100050242

double gau_normal_p(double z)
{
    return erfc(fabs(z) / ROOT_OF_2);
}

/* --- the gamma function -------------------------------------------------------------------- */

/* Returns log Gamma(a + 1) - ((a + 1/2) log a - a + log sqrt(2 pi)), which Stirling's formula
 * lacks. The series is that of R. B. Paris, Digital Library of Mathematical Functions, 5.11.1. */
static double stirling_rest(double a)
{
    const double r = 1 / a, s = r * r;

    if (a < 16)
        return lgamma(a + 1) - (a + 0.5) * log(a) + a - log(ROOT_OF_2_PI);
    return r *
           (1. / 12 - s * (1. / 360 -
                           s * (1. / 1260 - s * (1. / 1680 - s * (1. / 1188 - s * 691 / 360360)))));
}

/* Returns x^a exp(-x) / Gamma(a + 1), also where each factor is out of range (C. Loader, 2000). */
static double poisson_term(double a, double x)
{
    const double d = (x - a) / a;

    return exp(-a * (d - log1p(d)) - stirling_rest(a)) / (ROOT_OF_2_PI * sqrt(a));
}

/* Sums P(a, x) as a series, DLMF 8.11.4; the terms fall where x < a + 1. */
static double lower_gamma(double a, double x)
{
    double term = 1, sum = 1;

    for (double n = a + 1; term > sum * DBL_EPSILON / 4; n++) {
        term *= x / n;
        sum += term;
    }
    return sum * poisson_term(a, x);
}

/* Evaluates Q(a, x) as a continued fraction, DLMF 8.9.2, from the front (W. J. Lentz, 1976). */
static double upper_gamma(double a, double x)
{
    double b = x + 1 - a, d = 1 / b, c = 1 / DBL_MIN, fraction = d, factor = 0;

    for (double n = 1; fabs(factor - 1) > CONVERGED; n++) {
        const double numerator = n * (a - n);

        b += 2;
        d = 1 / (b + numerator * d);
        c = b + numerator / c;
        factor = c * d;
        fraction *= factor;
    }
    return a * poisson_term(a, x) * fraction;
}

/* Serves many degrees of freedom, where the sums above would be long: the cube root is normal (E.
 * B. Wilson, M. M. Hilferty, Proc. Natl. Acad. Sci. 17, 1931), beyond 10^9 of them to 10^-10. */
static double normal_cube_root(double chi_square, double dof)
{
    const double variance = 2 / (9 * dof);
    const double z = (cbrt(chi_square / dof) - 1 + variance) / sqrt(variance);
    const double beyond = gau_normal_p(z) / 2;

    return z > 0 ? beyond : 1 - beyond;
}

double gau_chi_square_p(double chi_square, double dof)
{
    const double a = dof / 2, x = chi_square / 2;

    if (isnan(x) || !(a > 0) || isinf(a))
        return NONE;
    if (x <= 0)
        return 1;
    if (isinf(x))
        return 0;
    if (dof > 1e9)
        return normal_cube_root(chi_square, dof);
    return x < a + 1 ? fmax(1 - lower_gamma(a, x), 0) : fmin(upper_gamma(a, x), 1);
}

/* --- Student's t --------------------------------------------------------------------------- */

/* Returns Gamma(a + 1/2) / Gamma(a): DLMF 5.11.13 for large a, and the recurrence down to the
 * others. */
static double gamma_ratio(double a)
{
    double factor = 1, r;

    for (; a < 64; a++)
        factor *= a / (a + 0.5);
    r = 1 / a;
    return factor * sqrt(a) *
           (1 -
            r * (1. / 8 - r * (1. / 128 + r * (5. / 1024 - r * (21. / 32768 + r * 399 / 262144)))));
}

/* Returns the continued fraction of the incomplete beta function I_x(a, b), DLMF 8.17.22. */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), fraction = d, factor = 0;

    for (double m = 1; fabs(factor - 1) > CONVERGED; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

        d = 1 / (1 + even * d);
        c = 1 + even / c;
        fraction *= c * d;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        factor = c * d;
        fraction *= factor;
    }
    return fraction;
}

/* This is I_x(dof / 2, 1/2) with x = dof / (dof + t^2). Beyond 10^7 degrees a normal deviate does
 * it to 10^-14 (D. L. Wallace, Ann. Math. Stat. 30, 1959). */
double gau_student_p(double t, double dof)
{
    const double a = dof / 2, size = fabs(t), square = size / dof * size;
    double x, power;

    if (isnan(t) || !(dof > 0))
        return NONE;
    if (isinf(dof))
        return gau_normal_p(t);
    if (dof > 1e7)
        return gau_normal_p(sqrt(dof * log1p(square)) * (1 - 1 / (4 * dof)));
    if (isinf(square)) /* t^-dof, where t^2 has no double */
        return isinf(t) ? 0
                        : exp(dof * (log(dof) / 2 - log(size))) * gamma_ratio(a) / (a * ROOT_OF_PI);
    x = 1 / (1 + square);
    power = exp(-a * log1p(square)) * sqrt(square * x) * gamma_ratio(a) / ROOT_OF_PI;
    if (x < (a + 1) / (a + 2.5))
        return fmin(power * beta_fraction(a, 0.5, x) / a, 1);
    return fmax(1 - 2 * power * beta_fraction(0.5, a, square * x), 0);
}

/* The t of a probability lies between two ends. Of each there is the logarithm of its probability
 * in units of the wanted one, halved where the other end moved twice. */
struct bracket {
    double low, high, log_low, log_high;
};

/* Returns where to look next by the Illinois method (M. Dowell, P. Jarratt, BIT 11, 1971): the
 * logarithm of p is nearly straight. */
static double next_guess(const struct bracket *b)
{
    const double guess = b->low + (b->high - b->low) * (b->log_low / (b->log_low - b->log_high));

    return guess > b->low && guess < b->high ? guess : b->low + (b->high - b->low) / 2;
}

static void narrow_bracket(struct bracket *b, double p, double dof)
{
    int last = 0;

    for (int i = 0; i < 60 && b->high - b->low > 8 * DBL_EPSILON * b->high; i++) {
        const double guess = next_guess(b), log_guess = log(gau_student_p(guess, dof) / p);

        if (log_guess > 0) {
            b->low = guess;
            b->log_low = log_guess;
            b->log_high /= last > 0 ? 2 : 1;
            last = 1;
        } else {
            b->high = guess;
            b->log_high = log_guess;
            b->log_low /= last < 0 ? 2 : 1;
            last = -1;
        }
    }
}

/* Returns the t of that probability on both sides, 0 < p <= 1, to the last digit. */
static double invert_distribution(double p, double dof)
{
    struct bracket b = {.high = 1, .log_low = -log(p)};

    while (b.high < DBL_MAX / 4 && (b.log_high = log(gau_student_p(b.high, dof) / p)) > 0) {
        b.low = b.high;
        b.log_low = b.log_high;
        b.high *= 2;
    }
    narrow_bracket(&b, p, dof);
    for (;;) {
        const double middle = b.low + (b.high - b.low) / 2;

        if (middle <= b.low || middle >= b.high)
            return middle;
        if (gau_student_p(middle, dof) > p)
            b.low = middle;
        else
            b.high = middle;
    }
}

double gau_student_quantile(double p, double dof)
{
    if (!(p >= 0 && p <= 1) || !(dof > 0))
        return NONE;
    if (p == 0 || p == 1)
        return p > 0 ? (double)INFINITY : -(double)INFINITY;
    if (p == 0.5)
        return 0;
    return p < 0.5 ? -invert_distribution(2 * p, dof) : invert_distribution(2 * (1 - p), dof);
}

double gau_normal_quantile(double p)
{
    return gau_student_quantile(p, (double)INFINITY);
}
