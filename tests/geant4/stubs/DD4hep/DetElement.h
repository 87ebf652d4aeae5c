/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DD4HEP_DETELEMENT_H
#define TESTS_GEANT4_STUBS_DD4HEP_DETELEMENT_H

#include "DD4hep/Volumes.h"

#include <map>
#include <string>

namespace dd4hep
{

class DetElement
{
  public:
    using Children = std::map<std::string, DetElement>;
    DetElement() = default;
    explicit DetElement(PlacedVolume placement) : placement_(placement) {}
    const Children &children() const { return children_; }
    PlacedVolume placement() const { return placement_; }
    void add(const std::string &name, const DetElement &child) { children_[name] = child; }

  private:
    PlacedVolume placement_;
    Children children_;
};

} // namespace dd4hep

#endif
