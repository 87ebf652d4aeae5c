/* SPDX-License-Identifier: Apache-2.0 */
#include "checked_calls.h"
#include "process_state.h"

#include "collector/base/client_binding.h"

/*
 * The entry points. A client is bound in three steps: the objects that it made so far are checked,
 * then each of its slots gets our function, or the client's fallback. No pointer into the client is
 * kept.
 */

gau_itt_api_init_fn gau_lint_api_init GAU_BINDING_EXPORT(GAU_ITT_INIT_NAME);
gau_itt_api_fini_fn gau_lint_api_fini GAU_BINDING_EXPORT(GAU_ITT_FINI_NAME);
gau_itt_pause_fn gau_lint_exported_pause GAU_BINDING_EXPORT("__itt_pause");
gau_itt_resume_fn gau_lint_exported_resume GAU_BINDING_EXPORT("__itt_resume");

static const struct gau_binding bindings[] = {
#define BINDING(name) GAU_BINDING(name, gau_lint_##name)
#define ALIKE(name, other) BINDING(name)
    GAU_LINT_CALLS(BINDING) GAU_ENTRY_POINTS_ALIKE(ALIKE)};

/* --- what was made before ------------------------------------------------------------------ */

static const struct gau_lint_name *show_object(const struct gau_lint_call *call, const char *what,
                                               const char *text)
{
    const struct gau_lint_name *const name = gau_lint_name(text);

    gau_lint_write(call, "@object", "ws", what, name->text);
    gau_lint_shown(call, what, name);
    return name;
}

static void show_domains(const struct gau_lint_call *call, gau_itt_domain *domain)
{
    for (; domain; domain = domain->next) {
        show_object(call, "domain", domain->name);
        domain->extra1 = GAU_LINT_FLAGS;
        domain->flags = GAU_LINT_FLAGS;
    }
}

static void show_objects(const struct gau_lint_call *call, const gau_itt_global *client)
{
    show_domains(call, client->domains);
    for (const gau_itt_string *string = client->strings; string; string = string->next)
        show_object(call, "string", string->text);
    for (const gau_itt_counter *counter = client->counters; counter; counter = counter->next)
        show_object(call, "counter", counter->name);
}

/* --- entry points -------------------------------------------------------------------------- */

static void bind(const struct gau_lint_call *call, const gau_itt_global *client, int groups)
{
    size_t n;

    show_objects(call, client);
    n = gau_binding_fill(bindings, sizeof bindings / sizeof *bindings, client, groups);
    gau_lint_write(call, "@init", "xuu", (uint64_t)(uint32_t)groups,
                   (uint64_t)client->version_build, (uint64_t)n);
}

void gau_lint_api_init(gau_itt_global *client, int groups)
{
    struct gau_lint_call call;
    const char *wrong;

    if (!client || !gau_lint_enter(&call, 0))
        return;
    wrong = gau_binding_refuses(client);
    if (wrong)
        gau_lint_write(&call, "@refused", "s", wrong);
    else
        bind(&call, client, groups);
    gau_lint_leave();
}

void gau_lint_api_fini(gau_itt_global *client)
{
    struct gau_lint_call call;

    (void)client;
    if (!gau_lint_enter(&call, 0))
        return;
    gau_lint_write(&call, "@fini", "");
    gau_lint_leave();
}

/* For programs that look these up in the collector's file, such as scripts. */
void gau_lint_exported_pause(void)
{
    gau_lint_pause();
}

void gau_lint_exported_resume(void)
{
    gau_lint_resume();
}
