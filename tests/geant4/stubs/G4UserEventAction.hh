/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4USEREVENTACTION_HH
#define TESTS_GEANT4_STUBS_G4USEREVENTACTION_HH

class G4Event;

class G4UserEventAction
{
  public:
    virtual ~G4UserEventAction() = default;
    virtual void BeginOfEventAction(const G4Event *) {}
    virtual void EndOfEventAction(const G4Event *) {}
};

#endif
