// SPDX-License-Identifier: Apache-2.0
// Makes events with numbers that rise from 0 to 1.
#include <gaudit/component.hpp>

namespace
{

class NewComponent
{
    std::uint64_t events_ = 0;
    std::size_t rows_ = 0;
    gau::writes<double> value_{};

  public:
    static void declare(gau::properties<NewComponent> &p)
    {
        p("Events", &NewComponent::events_, 1000, "Number of events");
        p("Rows", &NewComponent::rows_, 2, "Numbers in an event").range(0, 1000);
    }
    void initialize(gau::context ctx) { value_ = {ctx, "new_component", "value"}; }
    // Called by one worker at a time. False: there are no more events.
    bool read(gau::context ctx) { return ctx->event <= events_; }
    // Called by the worker of the event, at the same time as by others.
    void decode(gau::context ctx) const
    {
        const auto value = value_.put(ctx, rows_);
        const double first = static_cast<double>(ctx->event - 1);
        const double rows = static_cast<double>(rows_);

        for (std::size_t i = 0; i < rows_; i++)
            value[i] =
                (first + (static_cast<double>(i) + 0.5) / rows) / static_cast<double>(events_);
    }
    std::uint64_t count() const { return events_; }
};

} // namespace

GAU_COMPONENTS(gau::input<NewComponent>("NewComponent", "Makes events with rising numbers"));
