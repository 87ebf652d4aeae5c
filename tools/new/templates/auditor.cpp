// SPDX-License-Identifier: Apache-2.0
// Counts how often each branch is called, and how often it rejects.
#include <gaudit/component.hpp>

#include <algorithm>

namespace
{

struct counts {
    std::int64_t calls, rejected;
};

class NewComponent
{
    bool all_ = false;
    gau::per_branch<counts> counts_{};
    gau_branch branches_ = 0;
    std::int64_t events_ = 0;

  public:
    static void declare(gau::properties<NewComponent> &p)
    {
        p("All", &NewComponent::all_, false, "Also lists branches that were not called");
        p.per_branch(&NewComponent::counts_);
    }
    void branch_added(gau_branch branch) { branches_ = branch + 1; }
    void end_event(gau::context) { events_++; }
    // Called behind each call of a branch.
    void after(gau::context ctx, gau_outcome outcome)
    {
        counts_[ctx->branch].calls++;
        counts_[ctx->branch].rejected += outcome.final == GAU_REJECT;
    }
    // Adds what the object of another worker counted.
    void merge(const NewComponent &other)
    {
        for (gau_branch b = 0; b < other.branches_; b++) {
            counts_[b].calls += other.counts_[b].calls;
            counts_[b].rejected += other.counts_[b].rejected;
        }
        events_ += other.events_;
        branches_ = std::max(branches_, other.branches_);
    }
    void finalize(gau::context ctx) const
    {
        gau::result result(ctx, "new-component");

        result.add("events", events_).table("branches");
        for (gau_branch b = 0; b < branches_; b++)
            if (all_ || counts_[b].calls > 0)
                result.row()
                    .add("branch", gau_branch_at(ctx, b)->path)
                    .add("calls", counts_[b].calls)
                    .add("rejected", counts_[b].rejected);
    }
};

} // namespace

GAU_COMPONENTS(gau::auditor<NewComponent>("NewComponent",
                                          "Counts calls and rejections of every branch"));
