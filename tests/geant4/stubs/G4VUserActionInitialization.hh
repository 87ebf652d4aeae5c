/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4VUSERACTIONINITIALIZATION_HH
#define TESTS_GEANT4_STUBS_G4VUSERACTIONINITIALIZATION_HH

class G4UserEventAction;
class G4UserSteppingAction;
class G4UserTrackingAction;

class G4VUserActionInitialization
{
  public:
    virtual ~G4VUserActionInitialization() = default;
    virtual void Build() const = 0;

  protected:
    void SetUserAction(G4UserEventAction *) const;
    void SetUserAction(G4UserTrackingAction *) const;
    void SetUserAction(G4UserSteppingAction *) const;
};

#endif
