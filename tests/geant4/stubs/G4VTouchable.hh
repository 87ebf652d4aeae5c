/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4VTOUCHABLE_HH
#define TESTS_GEANT4_STUBS_G4VTOUCHABLE_HH

#include "G4VPhysicalVolume.hh"

#include <cstddef>
#include <vector>

/* A place in the tree of placements. */
class G4TouchableHistory
{
  public:
    /* Depth 0 is the innermost volume, the largest one the world. */
    G4VPhysicalVolume *GetVolume(G4int depth = 0) const
    {
        return inwards[inwards.size() - 1 - static_cast<std::size_t>(depth)];
    }
    G4int GetHistoryDepth() const { return static_cast<G4int>(inwards.size()) - 1; }

    std::vector<G4VPhysicalVolume *> inwards; /* from the world */
};

using G4VTouchable = G4TouchableHistory;

#endif
