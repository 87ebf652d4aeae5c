/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "rules.h"

#include <stddef.h>

typedef void check(const struct gau_lint_call *, struct gau_lint_domain *, const gau_itt_id *);

static void mark_frame(const char *function, const gau_itt_domain *domain, const gau_itt_id *id,
                       check *rule)
{
    const gau_itt_id none = {0};
    const gau_itt_id known = id ? *id : none;
    struct gau_lint_call call;
    struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    if (!own)
        return;
    gau_lint_calls(&call, function, "sxx", own->name->text, known.d1, known.d2);
    rule(&call, own, id);
    gau_lint_leave();
}

void gau_lint_frame_begin_v3(const gau_itt_domain *domain, gau_itt_id *id)
{
    mark_frame("frame_begin_v3", domain, id, gau_lint_begin_frame);
}

void gau_lint_frame_end_v3(const gau_itt_domain *domain, gau_itt_id *id)
{
    mark_frame("frame_end_v3", domain, id, gau_lint_end_frame);
}

void gau_lint_frame_submit_v3(const gau_itt_domain *domain, gau_itt_id *id, uint64_t begin,
                              uint64_t end)
{
    struct gau_lint_call call;
    struct gau_lint_domain *const own = gau_lint_enter_in(&call, domain);

    (void)id;
    if (!own)
        return;
    gau_lint_calls(&call, "frame_submit_v3", "suu", own->name->text, begin, end);
    gau_lint_submit_frame(&call, own);
    gau_lint_leave();
}

/* --- the old interface --------------------------------------------------------------------- */

/* NULL if frame_create() never gave it. */
static struct gau_lint_domain *find(const void *frame)
{
    struct gau_lint_domain *domain = gau_lint_names_domains();

    while (domain && !(domain->is_frame && &domain->object == frame))
        domain = domain->next;
    return domain;
}

static void mark_old_frame(const char *function, const void *frame, check *rule)
{
    struct gau_lint_domain *own;
    struct gau_lint_call call;

    if (!gau_lint_enter(&call))
        return;
    own = find(frame);
    gau_lint_calls(&call, function, "s", own ? own->name->text : "");
    if (own)
        rule(&call, own, NULL);
    gau_lint_leave();
}

void gau_lint_frame_begin(void *frame)
{
    mark_old_frame("frame_begin", frame, gau_lint_begin_frame);
}

void gau_lint_frame_end(void *frame)
{
    mark_old_frame("frame_end", frame, gau_lint_end_frame);
}
