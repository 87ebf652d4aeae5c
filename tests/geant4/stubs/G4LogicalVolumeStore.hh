/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4LOGICALVOLUMESTORE_HH
#define TESTS_GEANT4_STUBS_G4LOGICALVOLUMESTORE_HH

#include "G4LogicalVolume.hh"

#include <vector>

class G4LogicalVolumeStore : public std::vector<G4LogicalVolume *>
{
  public:
    static G4LogicalVolumeStore *GetInstance()
    {
        static G4LogicalVolumeStore store;

        return &store;
    }
    /* The first one of that name. */
    G4LogicalVolume *GetVolume(const G4String &name, G4bool verbose = true,
                               G4bool reverseSearch = false) const
    {
        (void)verbose, (void)reverseSearch;
        for (G4LogicalVolume *volume : *this)
            if (volume->GetName() == name)
                return volume;
        return nullptr;
    }
};

#endif
