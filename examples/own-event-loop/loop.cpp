// SPDX-License-Identifier: Apache-2.0
// A program with an event loop of its own: particles of a toy decay, a cut on the largest energy.
// GAUDIT_AUDITORS=EventAuditor GAUDIT_RESULT=result ./loop records each event.
#include <gaudit/event.hpp>
#include <gaudit/section.hpp>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

// Some events have many more particles than others.
static std::vector<double> generate(std::mt19937 &random)
{
    GAU_SECTION("generate");
    const double particles = std::exponential_distribution<>(1e-3)(random);
    std::vector<double> energies(1 + static_cast<std::size_t>(particles));

    std::generate(energies.begin(), energies.end(),
                  [&] { return std::exponential_distribution<>(0.1)(random); });
    return energies;
}

int main()
{
    std::mt19937 random(1);
    unsigned accepted = 0;

    for (unsigned number = 1; number <= 1000; number++) {
        gau::event event(number); // until the end of the block
        const std::vector<double> energies = generate(random);
        GAU_SECTION("select");
        const bool decision = *std::max_element(energies.begin(), energies.end()) > 80;

        event.decide(decision);
        accepted += decision;
    }
    std::printf("%u of 1000 events accepted\n", accepted);
}
