// SPDX-License-Identifier: Apache-2.0
// The anti-kt algorithm word by word, to compare others with: every step looks at every pair of
// particles anew, which takes a time that grows with the third power of their number. Method: M.
// Cacciari, G. P. Salam and G. Soyez, JHEP 04 (2008) 063; recombination by adding four-momenta.
#include "particles.hpp"

#include <gaudit/component.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace
{

const double pi = std::acos(-1.0);

bool harder(const jet &a, const jet &b)
{
    return a.pt() > b.pt();
}

// What is not yet a jet.
struct pseudo_jet {
    jet sum;
    double rapidity, azimuth, weight; // the weight is 1 / pt^2

    explicit pseudo_jet(const jet &of)
        : sum(of), rapidity(std::atanh(of.pz / of.energy)), azimuth(std::atan2(of.py, of.px)),
          weight(1 / (of.px * of.px + of.py * of.py))
    {
    }
    double distance2(const pseudo_jet &other) const
    {
        const double across = std::abs(azimuth - other.azimuth);
        const double turn = across > pi ? 2 * pi - across : across,
                     along = rapidity - other.rapidity;

        return along * along + turn * turn;
    }
};

// The next step: the two to be added up, or the same one twice if it is a jet.
struct step {
    std::size_t first, second;
};

class NaiveAntiKt
{
    double radius_ = 0, min_pt_ = 0;
    gau::reads<particle> particles_{};
    gau::writes<jet> jets_{};
    std::vector<pseudo_jet> left_{};
    std::vector<jet> found_{};
    std::int64_t jets_found_ = 0;
    double pt_sum_ = 0;

    step next_step() const
    {
        step best = {0, 0};
        double smallest = left_[0].weight;

        for (std::size_t i = 0; i < left_.size(); i++) {
            if (left_[i].weight < smallest) {
                smallest = left_[i].weight;
                best = {i, i};
            }
            for (std::size_t j = 0; j < i; j++) {
                const double d = std::min(left_[i].weight, left_[j].weight) *
                                 left_[i].distance2(left_[j]) / (radius_ * radius_);

                if (d < smallest) {
                    smallest = d;
                    best = {j, i};
                }
            }
        }
        return best;
    }
    void take(const step &next)
    {
        jet sum = left_[next.first].sum;

        if (next.first == next.second) {
            if (sum.pt() >= min_pt_)
                found_.push_back(sum);
        } else {
            const jet &other = left_[next.second].sum;

            sum.px += other.px;
            sum.py += other.py;
            sum.pz += other.pz;
            sum.energy += other.energy;
            sum.particles += other.particles;
            left_[next.first] = pseudo_jet(sum);
        }
        left_[next.second] = left_.back();
        left_.pop_back();
    }

  public:
    static void declare(gau::properties<NaiveAntiKt> &p)
    {
        p("R", &NaiveAntiKt::radius_, 0.4, "Radius of jets").range(0.01, 3);
        p("MinPt", &NaiveAntiKt::min_pt_, 5, "Smallest transverse momentum of jets")
            .range(0, gau::infinity)
            .unit("GeV");
        p.counter("jets", &NaiveAntiKt::jets_found_);
        p.counter("pt", &NaiveAntiKt::pt_sum_, "GeV");
    }
    void initialize(gau::context ctx)
    {
        particles_ = {ctx, "particles"};
        jets_ = {ctx, "naive_jets"};
    }
    void execute(gau::context ctx)
    {
        found_.clear();
        left_.clear();
        for (const particle &p : particles_.get(ctx))
            left_.emplace_back(jet{p.px, p.py, p.pz, p.energy, 1});
        while (!left_.empty())
            take(next_step());
        std::sort(found_.begin(), found_.end(), harder);

        const auto jets = jets_.put(ctx, found_.size());

        std::copy(found_.begin(), found_.end(), jets.begin());
        jets_found_ += static_cast<std::int64_t>(jets.size());
        for (const jet &j : jets)
            pt_sum_ += j.pt();
    }
};

// Fails in an event in which JetFinder and NaiveAntiKt find other jets.
class CompareJets
{
    double tolerance_ = 0;
    gau::reads<jet> jets_{}, naive_{};
    std::int64_t compared_ = 0;

  public:
    static void declare(gau::properties<CompareJets> &p)
    {
        p("Tolerance", &CompareJets::tolerance_, 1e-9, "Largest relative difference of momenta")
            .range(0, 1);
        p.counter("jets", &CompareJets::compared_);
    }
    void initialize(gau::context ctx)
    {
        jets_ = {ctx, "jets"};
        naive_ = {ctx, "naive_jets"};
    }
    void execute(gau::context ctx)
    {
        const auto jets = jets_.get(ctx), naive = naive_.get(ctx);

        if (jets.size() != naive.size())
            throw gau::failure(std::to_string(jets.size()) +
                               " jets, where the naive search finds " +
                               std::to_string(naive.size()));
        for (std::size_t i = 0; i < jets.size(); i++) {
            const double pt = jets[i].pt(), expected = naive[i].pt();

            if (!(std::abs(pt - expected) <= tolerance_ * expected) ||
                jets[i].particles != naive[i].particles) {
                char text[160];

                std::snprintf(
                    text, sizeof text,
                    "jet %zu has %ld particles and a pt of %.12g GeV, not %ld and %.12g GeV", i + 1,
                    jets[i].particles, pt, naive[i].particles, expected);
                throw gau::failure(text);
            }
            compared_++;
        }
    }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<NaiveAntiKt>("NaiveAntiKt",
                                           "Finds jets by the definition of anti-kt"),
               gau::algorithm<CompareJets>("CompareJets", "Fails if two searches find other jets"));
