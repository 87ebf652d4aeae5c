/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4STEPPOINT_HH
#define TESTS_GEANT4_STUBS_G4STEPPOINT_HH

#include "G4VTouchable.hh"

class G4StepPoint
{
  public:
    const G4VTouchable *GetTouchable() const { return touchable; }

    const G4VTouchable *touchable = nullptr;
};

#endif
