#include "result.h"
struct gau_results *gau_results_new(void)
{
    static char x;
    return (void *)&x;
}
void gau_results_free(struct gau_results *r)
{
    (void)r;
}
gau_result *gau_result_open(gau_context *ctx, const char *name)
{
    (void)ctx;
    (void)name;
    static char x;
    return (void *)&x;
}
void gau_result_boolean(gau_result *r, const char *name, bool v)
{
    (void)r;
    (void)name;
    (void)v;
}
void gau_result_integer(gau_result *r, const char *n, const char *u, int64_t v)
{
    (void)r;
    (void)n;
    (void)u;
    (void)v;
}
void gau_result_real(gau_result *r, const char *n, const char *u, double v)
{
    (void)r;
    (void)n;
    (void)u;
    (void)v;
}
void gau_result_text(gau_result *r, const char *n, const char *v)
{
    (void)r;
    (void)n;
    (void)v;
}
void gau_result_integers(gau_result *r, const char *n, const int64_t *v, size_t k)
{
    (void)r;
    (void)n;
    (void)v;
    (void)k;
}
void gau_result_reals(gau_result *r, const char *n, const char *u, const double *v, size_t k)
{
    (void)r;
    (void)n;
    (void)u;
    (void)v;
    (void)k;
}
void gau_result_pairs(gau_result *r, const char *n, const int64_t *v, size_t k)
{
    (void)r;
    (void)n;
    (void)v;
    (void)k;
}
void gau_result_table(gau_result *r, const char *n)
{
    (void)r;
    (void)n;
}
void gau_result_row(gau_result *r)
{
    (void)r;
}
void gau_result_end(gau_result *r)
{
    (void)r;
}
#include <gaudit/app.h>
gau_status gau_app_print(gau_app *app, FILE *out, gau_error *err)
{
    (void)app;
    (void)out;
    (void)err;
    return 0;
}
