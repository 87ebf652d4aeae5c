/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DDG4_GEANT4ACTION_H
#define TESTS_GEANT4_STUBS_DDG4_GEANT4ACTION_H

#include <string>

class G4Event;
class G4Step;
class G4SteppingManager;
class G4Track;

namespace dd4hep
{
namespace sim
{

class Geant4Context;

class Geant4Action
{
  public:
    Geant4Action(Geant4Context *, const std::string &name) : name_(name) {}
    virtual ~Geant4Action() = default;
    const std::string &name() const { return name_; }

  private:
    std::string name_;
};

} // namespace sim
} // namespace dd4hep

#endif
