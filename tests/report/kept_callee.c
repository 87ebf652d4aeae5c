/* SPDX-License-Identifier: Apache-2.0 */

/* The module that kept_caller.c calls, with a function that is inlined, and called, too. */

__attribute__((__visibility__("default"))) double kept_callee(double x);
__attribute__((__visibility__("default"))) double kept_other(double x);
__attribute__((__visibility__("hidden"))) double kept_internal(double x);

double kept_callee(double x)
{
    return x * 3 + kept_internal(x + 1);
}

double kept_other(double x)
{
    return x / 3;
}

double kept_internal(double x)
{
    return x * x + 1;
}
