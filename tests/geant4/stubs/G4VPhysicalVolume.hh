/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4VPHYSICALVOLUME_HH
#define TESTS_GEANT4_STUBS_G4VPHYSICALVOLUME_HH

#include "G4LogicalVolume.hh"

class G4VPhysicalVolume
{
  public:
    explicit G4VPhysicalVolume(G4LogicalVolume *logical) : logical_(logical) {}
    G4LogicalVolume *GetLogicalVolume() const { return logical_; }

  private:
    G4LogicalVolume *logical_;
};

#endif
