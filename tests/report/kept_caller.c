/* SPDX-License-Identifier: Apache-2.0 */

/* A module with inlined functions, and calls of another one by stubs. */

__attribute__((__visibility__("default"))) double kept_callee(double x);
__attribute__((__visibility__("default"))) double kept_other(double x);
double kept_caller(double x);

static double kept_table[16];

static inline double add_row(double x, int row)
{
    return x + kept_table[row & 15] * row;
}

static inline double add_rows(double x, int rows)
{
    for (int row = 0; row < rows; row++)
        x = add_row(x, row);
    return x;
}

__attribute__((__noinline__)) static double add_twice(double x)
{
    return add_rows(x, 7) + add_rows(x, 9);
}

double kept_caller(double x)
{
    return kept_callee(add_twice(x)) + kept_other(x) + 1;
}
