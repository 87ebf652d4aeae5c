// SPDX-License-Identifier: Apache-2.0
// A program with an event loop of its own: muons from a toy decay, a cut on their energy.
// GAUDIT_AUDITORS=EventAuditor GAUDIT_RESULT=result ./loop records each event.
#include <gaudit/event.hpp>
#include <gaudit/section.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

// Some events have many more particles than others.
static std::vector<double> generate(std::mt19937 &random)
{
    GAU_SECTION("generate");
    std::vector<double> energies(
        static_cast<std::size_t>(std::exponential_distribution<>(1e-3)(random)) + 1);
    std::exponential_distribution<> energy(0.1);

    for (double &e : energies)
        e = energy(random);
    return energies;
}

static double largest(const std::vector<double> &energies)
{
    GAU_SECTION("select");
    double most = 0;

    for (double e : energies)
        most = std::fmax(most, std::log1p(std::exp(e)));
    return most;
}

int main()
{
    std::mt19937 random(1);
    unsigned accepted = 0;

    for (unsigned number = 1; number <= 1000; number++) {
        gau::event event(number); // until the end of the block
        const bool decision = largest(generate(random)) > 80;

        event.decide(decision);
        accepted += decision;
    }
    std::printf("%u of 1000 events accepted\n", accepted);
    return 0;
}
