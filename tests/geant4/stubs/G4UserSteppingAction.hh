/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4USERSTEPPINGACTION_HH
#define TESTS_GEANT4_STUBS_G4USERSTEPPINGACTION_HH

class G4Step;

class G4UserSteppingAction
{
  public:
    virtual ~G4UserSteppingAction() = default;
    virtual void UserSteppingAction(const G4Step *) {}
};

#endif
