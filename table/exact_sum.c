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

/* Leaves the amount, without carries. Returns whether the sum is negative. */
static bool take_amount(struct gau_exact_sum *normal, const struct gau_exact_sum *sum)
{
    bool negative;

    *normal = *sum;
    pass_carries(normal);
    negative = normal->pieces[N_PIECES - 1] < 0;
    for (size_t i = 0; i < N_PIECES && negative; i++)
        normal->pieces[i] = -normal->pieces[i];
    pass_carries(normal);
    return negative;
}

double gau_exact_sum_value(const struct gau_exact_sum *sum)
{
    struct gau_exact_sum normal;
    const bool negative = take_amount(&normal, sum);
    double value = 0;

    for (size_t i = 0; i < N_PIECES; i++)
        value += ldexp((double)normal.pieces[i], 32 * (int)i + LOWEST);
    return negative ? -value : value;
}

/* --- lists --------------------------------------------------------------------------------- */

size_t gau_exact_sum_list(const struct gau_exact_sum *sum, int64_t list[GAU_EXACT_SUM_LIST])
{
    struct gau_exact_sum normal;
    const bool negative = take_amount(&normal, sum);
    size_t first = 0, end = N_PIECES;

    while (first < N_PIECES && normal.pieces[first] == 0)
        first++;
    while (end > first && normal.pieces[end - 1] == 0)
        end--;
    if (first == end)
        return 0;
    list[0] = (int64_t)first;
    for (size_t i = first; i < end; i++)
        list[1 + i - first] = negative ? -normal.pieces[i] : normal.pieces[i];
    return 1 + end - first;
}

bool gau_exact_sum_add_list(struct gau_exact_sum *sum, const int64_t *list, size_t n)
{
    if (n > 0 && (list[0] < 0 || list[0] > N_PIECES || n - 1 > (size_t)(N_PIECES - list[0])))
        return false;
    for (size_t i = 1; i < n; i++)
        if (list[i] <= -(INT64_C(1) << 32) || list[i] >= INT64_C(1) << 32)
            return false;
    for (size_t i = 1; i < n; i++)
        sum->pieces[(size_t)list[0] + i - 1] += list[i];
    if (++sum->pending >= MAX_PENDING)
        pass_carries(sum);
    return true;
}
