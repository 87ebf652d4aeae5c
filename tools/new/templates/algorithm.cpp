// SPDX-License-Identifier: Apache-2.0
// Accepts events with enough hard muons, and counts them.
#include <gaudit/component.hpp>

namespace
{

class NewComponent
{
    double min_pt_ = 0;
    int least_ = 0;
    gau::reads<double> pt_{};
    std::int64_t events_ = 0, hard_muons_ = 0;

  public:
    static void declare(gau::properties<NewComponent> &p)
    {
        p("MinPt", &NewComponent::min_pt_, 3, "Smallest transverse momentum")
            .range(0, gau::infinity)
            .unit("GeV");
        p("Least", &NewComponent::least_, 1, "Number of muons that is enough").range(1, 1000);
        p.counter("events", &NewComponent::events_);
        p.counter("hard_muons", &NewComponent::hard_muons_);
    }
    // What is read is declared here: gaudit sees that another component writes it.
    void initialize(gau::context ctx) { pt_ = {ctx, "muons", "pt"}; }
    // Called for each event, by its worker. False rejects the event.
    bool execute(gau::context ctx)
    {
        int hard = 0;

        for (const double pt : pt_.get(ctx))
            hard += pt >= min_pt_;
        events_++;
        hard_muons_ += hard;
        return hard >= least_;
    }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<NewComponent>("NewComponent",
                                            "Accepts events with enough hard muons"));
