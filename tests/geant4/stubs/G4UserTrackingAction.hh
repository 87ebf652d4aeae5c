/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4USERTRACKINGACTION_HH
#define TESTS_GEANT4_STUBS_G4USERTRACKINGACTION_HH

class G4Track;

class G4UserTrackingAction
{
  public:
    virtual ~G4UserTrackingAction() = default;
    virtual void PreUserTrackingAction(const G4Track *) {}
    virtual void PostUserTrackingAction(const G4Track *) {}
};

#endif
