/* SPDX-License-Identifier: Apache-2.0 */
#include "event_share.h"

uint64_t gau_event_share_next(struct gau_app *app, uint64_t last)
{
    const gau_app_settings *const s = &app->settings;

    if (!s->next_events)
        return last + 1;
    while (last + 1 >= app->share_end)
        if (!s->next_events(s->next_events_user, &app->share_first, &app->share_end))
            return UINT64_MAX;
    return last + 1 < app->share_first ? app->share_first : last + 1;
}

uint64_t gau_event_share_left(const struct gau_app *app, uint64_t event)
{
    return app->settings.next_events ? app->share_end - event : UINT64_MAX;
}

uint64_t gau_event_share_take(struct gau_app *app, uint64_t most, uint64_t *end)
{
    const uint64_t first = gau_event_share_next(app, app->last_event);

    *end = first;
    if (first < UINT64_MAX) {
        *end += gau_least(most, gau_event_share_left(app, first));
        app->last_event = *end - 1;
    }
    return first;
}
