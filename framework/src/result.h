#ifndef X
#define X
#include <gaudit/result.h>
struct gau_results;
struct gau_results *gau_results_new(void);
void gau_results_free(struct gau_results *r);
#endif
