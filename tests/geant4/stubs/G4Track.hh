/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4TRACK_HH
#define TESTS_GEANT4_STUBS_G4TRACK_HH

#include "G4LogicalVolume.hh"

class G4Track
{
  public:
    G4int GetTrackID() const { return id; }
    G4int GetParentID() const { return parent; }
    const G4LogicalVolume *GetLogicalVolumeAtVertex() const { return vertex; }

    G4int id = 0, parent = 0;
    const G4LogicalVolume *vertex = nullptr;
};

#endif
