/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4LOGICALVOLUME_HH
#define TESTS_GEANT4_STUBS_G4LOGICALVOLUME_HH

#include "globals.hh"

class G4LogicalVolume
{
  public:
    explicit G4LogicalVolume(const G4String &name) : name_(name) {}
    const G4String &GetName() const { return name_; }

  private:
    G4String name_;
};

#endif
