/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

struct window {
    int64_t first, end;
};

static const gau_property window_properties[] = {
    GAU_INT(struct window, first, "First", 1, 1, INT64_MAX, "", "First event that passes"),
    GAU_INT(struct window, end, "End", INT64_MAX, 1, INT64_MAX, "", "First event after the window"),
    GAU_PROPERTY_END,
};

static gau_status window_execute(void *self, gau_context *ctx)
{
    const struct window *window = self;
    const int64_t event = (int64_t)ctx->event;

    return event >= window->first && event < window->end ? GAU_OK : GAU_REJECT;
}

static const gau_class window_class = {
    GAU_CLASS("Window", struct window, "Accepts the events of a range of numbers"),
    .properties = window_properties,
    .algorithm = GAU_ALGORITHM(.execute = window_execute),
};
GAU_MODULE(&window_class);
