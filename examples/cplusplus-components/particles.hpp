/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARTICLES_HPP
#define PARTICLES_HPP

/* What the components of this example hand to each other. Both are copied byte by byte: in the
 * event store they are arrays. Momenta and energies are in GeV. */

#include <cmath>

struct particle {
    double px, py, pz, energy;
    int id; /* as the Particle Data Group numbers them */

    double pt() const { return std::hypot(px, py); }
};

struct jet {
    double px, py, pz, energy;
    long particles; /* how many it was made of */

    double pt() const { return std::hypot(px, py); }
};

#endif
