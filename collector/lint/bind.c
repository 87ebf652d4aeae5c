/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"
#include "rules.h"

#include "../binding.h"

#include <string.h>

/*
 * The entry points. A client is bound in three steps: what it made so far is looked at, then each
 * of its slots gets our function, or what it wants there for want of one. Nothing of it is kept.
 */

/* Their names are not for C: they begin with underscores. */
#define EXPORT_AS(name) __asm__(name) __attribute__((visibility("default")))

gau_itt_api_init_fn gau_lint_api_init EXPORT_AS(GAU_ITT_INIT_NAME);
gau_itt_api_fini_fn gau_lint_api_fini EXPORT_AS(GAU_ITT_FINI_NAME);
gau_itt_pause_fn gau_lint_exported_pause EXPORT_AS("__itt_pause");
gau_itt_resume_fn gau_lint_exported_resume EXPORT_AS("__itt_resume");

static const struct gau_binding bindings[] = {
#define BINDING(name) {"__itt_" #name, (gau_binding_function *)gau_lint_##name},
    GAU_LINT_CALLS(BINDING)
#undef BINDING
};

static void bind_entry(const gau_itt_entry *entry, int groups)
{
    gau_binding_fill(bindings, sizeof bindings / sizeof *bindings, entry, groups);
}

/* --- what was made before ------------------------------------------------------------------ */

static const struct gau_lint_name *show(const struct gau_lint_call *call, const char *what,
                                        const char *text)
{
    const struct gau_lint_name *const name =
        gau_lint_name(&gau_lint.names, text, text ? strlen(text) : 0);

    gau_lint_note(call, "@object", "ws", what, name->text);
    gau_lint_shown(call, what, name);
    return name;
}

static void show_domains(const struct gau_lint_call *call, gau_itt_domain *domain)
{
    for (; domain; domain = domain->next) {
        show(call, "domain", domain->name);
        domain->extra1 = GAU_LINT_FLAGS;
        domain->flags = GAU_LINT_FLAGS;
    }
}

static bool has_entry(const gau_itt_global *client, const char *name)
{
    for (const gau_itt_entry *entry = client->entries; entry->name; entry++)
        if (strcmp(entry->name, name) == 0)
            return true;
    return false;
}

static void show_objects(const struct gau_lint_call *call, const gau_itt_global *client)
{
    show_domains(call, client->domains);
    for (const gau_itt_string *string = client->strings; string; string = string->next)
        show(call, "string", string->text);
    for (const gau_itt_counter *counter = client->counters; counter; counter = counter->next)
        show(call, "counter", counter->name);
    if (has_entry(client, "__itt_histogram_create"))
        for (const gau_itt_histogram *histogram = client->histograms; histogram;
             histogram = histogram->next)
            show(call, "histogram", histogram->name);
}

/* --- entry points -------------------------------------------------------------------------- */

static const char *what_is_wrong_with(const gau_itt_global *client)
{
    static const unsigned char magic[] = GAU_ITT_MAGIC;

    if (memcmp(client->magic, magic, sizeof magic) != 0)
        return "what it shows is not what ITT 3 shows";
    if (client->version_major != GAU_ITT_VERSION_MAJOR)
        return "its version is not 3";
    if (client->version_build < GAU_ITT_BUILD_OLDEST)
        return "it was built before 2011";
    return client->entries ? NULL : "it has no functions";
}

static void bind(const struct gau_lint_call *call, const gau_itt_global *client, int groups)
{
    uint64_t n = 0;

    show_objects(call, client);
    for (const gau_itt_entry *entry = client->entries; entry->name; entry++, n++)
        bind_entry(entry, groups);
    gau_lint_note(call, "@init", "xuu", (uint64_t)(uint32_t)groups, (uint64_t)client->version_build,
                  n);
}

void gau_lint_api_init(gau_itt_global *client, int groups)
{
    struct gau_lint_call call;
    const char *wrong;

    if (!client || !gau_lint_enter(&call))
        return;
    wrong = what_is_wrong_with(client);
    if (wrong)
        gau_lint_note(&call, "@refused", "s", wrong);
    else
        bind(&call, client, groups);
    gau_lint_leave();
}

void gau_lint_api_fini(gau_itt_global *client)
{
    struct gau_lint_call call;

    (void)client;
    if (!gau_lint_enter(&call))
        return;
    gau_lint_note(&call, "@fini", "");
    gau_lint_leave();
}

/* For programs that look these up in the file of the collector, such as scripts. */
void gau_lint_exported_pause(void)
{
    gau_lint_pause();
}

void gau_lint_exported_resume(void)
{
    gau_lint_resume();
}
