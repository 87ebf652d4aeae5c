/* SPDX-License-Identifier: Apache-2.0 */
#include "exact_sum.h"

#include <math.h>
#include <stddef.h>

enum { N_PIECES = 68, LOWEST = -1074, MAX_PENDING = 1 << 30 };

/* Leaves 0 to 2^32 - 1 in every piece but the last, which has the sign: only one way to write a
 * number. */
static void pass_carries(struct gau_exact_sum *sum)
{
    for (size_t i = 0; i + 1 < N_PIECES; i++) {
        const int64_t low = sum->pieces[i] & INT64_C(0xffffffff);

        sum->pieces[i + 1] += (sum->pieces[i] - low) / (INT64_C(1) << 32);
        sum->pieces[i] = low;
    }
    sum->pending = 0;
}

void gau_exact_sum_add(struct gau_exact_sum *sum, double x)
{
    int exponent;
    const double fraction = frexp(fabs(x), &exponent);
    const uint64_t digits = (uint64_t)ldexp(fraction, 53);
    const int64_t sign = signbit(x) ? -1 : 1;
    const int place = exponent - 53 - LOWEST;
    size_t piece;
    unsigned shift;
    uint64_t low;

    if (digits == 0)
        return;
    /* The 53 digits of a number below 2^-1021 end in zeros that lie below the lowest place. */
    piece = place < 0 ? 0 : (size_t)place / 32;
    shift = place < 0 ? 0 : (unsigned)place % 32;
    low = place < 0 ? digits >> -place : digits;
    sum->pieces[piece] += sign * (int64_t)((low << shift) & 0xffffffffu);
    low = low >> 1 >> (31 - shift);
    sum->pieces[piece + 1] += sign * (int64_t)(low & 0xffffffffu);
    sum->pieces[piece + 2] += sign * (int64_t)(low >> 32);
    if (++sum->pending == MAX_PENDING)
        pass_carries(sum);
}

void gau_exact_sum_merge(struct gau_exact_sum *sum, const struct gau_exact_sum *other)
{
    struct gau_exact_sum normal = *other;

    pass_carries(&normal);
    pass_carries(sum);
    for (size_t i = 0; i < N_PIECES; i++)
        sum->pieces[i] += normal.pieces[i];
    sum->pending = 1;
}

double gau_exact_sum_value(const struct gau_exact_sum *sum)
{
    struct gau_exact_sum normal = *sum;
    double value = 0;
    bool negative;

    pass_carries(&normal);
    negative = normal.pieces[N_PIECES - 1] < 0;
    for (size_t i = 0; i < N_PIECES && negative; i++)
        normal.pieces[i] = -normal.pieces[i];
    pass_carries(&normal);
    for (size_t i = 0; i < N_PIECES; i++)
        value += ldexp((double)normal.pieces[i], 32 * (int)i + LOWEST);
    return negative ? -value : value;
}

/* --- pulls --------------------------------------------------------------------------------- */

void gau_pulls_add(struct gau_pulls *pulls, double pull)
{
    pulls->entries++;
    if (!(fabs(pull) <= 5)) {
        pulls->outside++;
        return;
    }
    gau_exact_sum_add(&pulls->sum, pull);
    gau_exact_sum_add(&pulls->sum2, pull * pull);
}

void gau_pulls_merge(struct gau_pulls *pulls, const struct gau_pulls *other)
{
    pulls->entries += other->entries;
    pulls->outside += other->outside;
    gau_exact_sum_merge(&pulls->sum, &other->sum);
    gau_exact_sum_merge(&pulls->sum2, &other->sum2);
}

static double mean_of(const struct gau_pulls *pulls, const struct gau_exact_sum *sum)
{
    return gau_exact_sum_value(sum) / (double)(pulls->entries - pulls->outside);
}

double gau_pulls_mean(const struct gau_pulls *pulls)
{
    return mean_of(pulls, &pulls->sum);
}

double gau_pulls_width(const struct gau_pulls *pulls)
{
    const double mean = gau_pulls_mean(pulls);

    return sqrt(fmax(mean_of(pulls, &pulls->sum2) - mean * mean, 0));
}
