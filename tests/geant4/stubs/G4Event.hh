/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_G4EVENT_HH
#define TESTS_GEANT4_STUBS_G4EVENT_HH

#include "globals.hh"

class G4Event
{
  public:
    explicit G4Event(G4int id) : id_(id) {}
    G4int GetEventID() const { return id_; }
    G4bool IsAborted() const { return aborted_; }
    void SetEventAborted() { aborted_ = true; }

  private:
    G4int id_;
    G4bool aborted_ = false;
};

#endif
