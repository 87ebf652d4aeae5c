/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_GEANT4_STUBS_DD4HEP_DETECTOR_H
#define TESTS_GEANT4_STUBS_DD4HEP_DETECTOR_H

#include "DD4hep/DetElement.h"

namespace dd4hep
{

class Detector
{
  public:
    static Detector &getInstance()
    {
        static Detector detector;

        return detector;
    }
    DetElement world() const { return top; }

    DetElement top;
};

} // namespace dd4hep

#endif
