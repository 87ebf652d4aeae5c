/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_KINEMATICS_H
#define GAUDIT_ALGORITHMS_COMMON_KINEMATICS_H

/*
 * Particles at a collider; z along the beam, natural units, GeV.
 */

#include <math.h>

struct gau_momentum {
    double e, px, py, pz;
};

struct gau_angles {
    double pt, eta, phi;
};

/*
 * Invariant mass: m^2 = (e1 + e2)^2 - (p1 + p2)^2. Rounding can make this slightly negative, then
 * the mass is 0.
 */
static inline double gau_pair_mass(const struct gau_momentum *a, const struct gau_momentum *b)
{
    const double e = a->e + b->e, px = a->px + b->px, py = a->py + b->py, pz = a->pz + b->pz;
    const double squared = e * e - (px * px + py * py + pz * pz);

    return squared < 0 ? 0 : sqrt(squared);
}

/*
 * The same from angles, without the cancellation of large components:
 * m^2 = m1^2 + m2^2 + 2 (e1 e2 - p1 p2). For massless particles this is
 * m^2 = 2 pt1 pt2 (cosh(eta1 - eta2) - cos(phi1 - phi2)), where the bracket is
 * 2 (sinh^2 + sin^2) of half the differences.
 */
static inline double gau_pair_mass_of_angles(const struct gau_angles *a, const struct gau_angles *b,
                                             double mass)
{
    const double m2 = mass * mass, p1 = a->pt * cosh(a->eta), p2 = b->pt * cosh(b->eta);
    const double p1p2 = p1 * p2, e1e2 = sqrt((p1 * p1 + m2) * (p2 * p2 + m2));
    /* e1 e2 - |p1| |p2| without loss of digits: the difference of their squares by their sum */
    const double excess =
        e1e2 + p1p2 > 0 ? (m2 * (p1 * p1 + p2 * p2) + m2 * m2) / (e1e2 + p1p2) : 0;
    const double h = sinh((a->eta - b->eta) / 2), s = sin((a->phi - b->phi) / 2);
    const double angular = 2 * a->pt * b->pt * (h * h + s * s);
    const double squared = 2 * m2 + 2 * (excess + angular);

    return squared < 0 ? 0 : sqrt(squared);
}

#endif
