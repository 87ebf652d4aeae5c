// SPDX-License-Identifier: Apache-2.0
// An algorithm on a library: FastJet finds the jets. This source is under Apache-2.0; FastJet is
// under the GPL, so who gives the compiled module to others does so under GPL version 3 or later.
#include "particles.hpp"

#include <gaudit/component.hpp>

#include <fastjet/ClusterSequence.hh>

#include <mutex>
#include <vector>

namespace
{

// FastJet prints a banner on standard output, where tables of gaudit are, and each error once more.
// These are settings of the whole process, for all workers.
void silence_fastjet()
{
    static std::once_flag once;

    std::call_once(once, [] {
        fastjet::ClusterSequence::set_fastjet_banner_stream(nullptr);
        fastjet::ClusterSequence::print_banner(); // not later, by several workers
        fastjet::Error::set_print_errors(false);
    });
}

class JetFinder
{
    double radius_ = 0, min_pt_ = 0;
    std::size_t min_jets_ = 0;
    gau::reads<particle> particles_{};
    gau::writes<jet> jets_{};
    fastjet::JetDefinition definition_{};
    std::vector<fastjet::PseudoJet> input_{};
    std::int64_t found_ = 0;
    double pt_sum_ = 0;

    // What FastJet has is counted by references that are not safe between threads, so nothing of it
    // leaves the worker: numbers are copied into the event store.
    std::size_t find(gau::context ctx)
    {
        input_.clear();
        for (const particle &p : particles_.get(ctx))
            input_.emplace_back(p.px, p.py, p.pz, p.energy);

        const fastjet::ClusterSequence sequence(input_, definition_);
        const auto sorted = fastjet::sorted_by_pt(sequence.inclusive_jets(min_pt_));
        const auto jets = jets_.put(ctx, sorted.size());

        for (std::size_t i = 0; i < sorted.size(); i++) {
            const fastjet::PseudoJet &from = sorted[i];

            jets[i] = {from.px(), from.py(), from.pz(), from.E(),
                       static_cast<long>(from.constituents().size())};
            pt_sum_ += jets[i].pt();
        }
        found_ += static_cast<std::int64_t>(jets.size());
        return jets.size();
    }

  public:
    static void declare(gau::properties<JetFinder> &p)
    {
        p("R", &JetFinder::radius_, 0.4, "Radius of jets").range(0.01, gau::infinity);
        p("MinPt", &JetFinder::min_pt_, 5, "Smallest transverse momentum of jets")
            .range(0, gau::infinity)
            .unit("GeV");
        p("MinJets", &JetFinder::min_jets_, 2, "Accepts events with at least as many jets");
        p.counter("jets", &JetFinder::found_);
        p.counter("pt", &JetFinder::pt_sum_, "GeV");
    }
    void initialize(gau::context ctx)
    {
        particles_ = {ctx, "particles"};
        jets_ = {ctx, "jets"};
        silence_fastjet();
        try {
            definition_ = fastjet::JetDefinition(fastjet::antikt_algorithm, radius_);
        } catch (const fastjet::Error &e) { // which is no std::exception
            throw gau::failure(GAU_ERR_SYNTAX, e.message());
        }
    }
    bool execute(gau::context ctx)
    {
        try {
            return find(ctx) >= min_jets_;
        } catch (const fastjet::Error &e) {
            throw gau::failure(e.message());
        }
    }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<JetFinder>("JetFinder", "Finds jets with FastJet, by anti-kt"));
