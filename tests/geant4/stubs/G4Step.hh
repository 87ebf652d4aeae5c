/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4STEP_HH
#define TESTS_GEANT4_STUBS_G4STEP_HH

#include "G4StepPoint.hh"
#include "G4Track.hh"

class G4Step
{
  public:
    G4Track *GetTrack() const { return track; }
    G4StepPoint *GetPreStepPoint() const { return pre; }
    G4StepPoint *GetPostStepPoint() const { return post; }

    G4Track *track = nullptr;
    G4StepPoint *pre = nullptr, *post = nullptr;
};

#endif
