/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DDG4_HPP
#define GAUDIT_DDG4_HPP

/**
 * @file ddg4.hpp
 * Events, tracks and steps of DDG4, such as of ddsim, for the auditors of a session: three actions.
 * Regions are the detectors of DD4hep, the children of the world, as for k4Bench. A plugin is one
 * file:
 *
 *     #include <DDG4/Factories.h>
 *     #include <gaudit/ddg4.hpp>
 *
 *     DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditEventAction)
 *     DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditTrackingAction)
 *     DECLARE_GEANT4ACTION_NS(gau::ddg4, GauditSteppingAction)
 */

#include <gaudit/geant4.hpp>

#include <DD4hep/DetElement.h>
#include <DD4hep/Detector.h>
#include <DD4hep/Printout.h>
#include <DD4hep/Volumes.h>
#include <DDG4/Geant4EventAction.h>
#include <DDG4/Geant4SteppingAction.h>
#include <DDG4/Geant4TrackingAction.h>
#include <G4LogicalVolumeStore.hh>
#include <TGeoNode.h>
#include <TGeoVolume.h>

#include <string>
#include <vector>

namespace gau
{
namespace ddg4
{

/** The first volume of that name that Geant4 has, or nullptr. */
inline const G4LogicalVolume *find_volume(const char *name)
{
    return G4LogicalVolumeStore::GetInstance()->GetVolume(name, false);
}

/** Adds the volumes of an assembly that Geant4 has, also those of assemblies in it, to @p found. */
inline void find_daughters(const TGeoVolume *assembly, std::vector<const G4LogicalVolume *> &found)
{
    for (int i = 0; i < assembly->GetNdaughters(); i++) {
        const TGeoNode *const node = assembly->GetNode(i);
        TGeoVolume *const daughter = node ? node->GetVolume() : nullptr;

        if (daughter && dd4hep::Volume(daughter).isAssembly())
            find_daughters(daughter, found);
        else if (const G4LogicalVolume *volume =
                     daughter ? find_volume(daughter->GetName()) : nullptr)
            found.push_back(volume);
    }
}

/** Adds a detector. A volume that Geant4 has not is a warning of DD4hep. */
inline void add_detector(geant4::regions &all, const std::string &name, dd4hep::Volume volume)
{
    bool is_missing;

    if (volume.isAssembly()) {
        std::vector<const G4LogicalVolume *> daughters;

        find_daughters(volume.ptr(), daughters);
        all.add_assembly(name, daughters);
        is_missing = daughters.empty() && volume.ptr()->GetNdaughters() > 0;
    } else {
        is_missing = !all.add_solid(name, find_volume(volume.name()));
    }
    if (is_missing)
        dd4hep::printout(dd4hep::WARNING, "gaudit",
                         "detector '%s': Geant4 has no volume of '%s'; its steps are unattributed",
                         name.c_str(), volume.name());
}

/** The children of @p world, in the order of their names. */
inline geant4::regions regions_of(const dd4hep::DetElement &world)
{
    geant4::regions all;

    for (const auto &child : world.children()) {
        const dd4hep::PlacedVolume placement = child.second.placement();

        if (placement.isValid() && placement.volume().isValid())
            add_detector(all, child.first, placement.volume());
    }
    return all;
}

/** Those of the geometry that is loaded, found by the first call; other threads wait for it. */
inline const geant4::regions &detectors()
{
    static const geant4::regions all = regions_of(dd4hep::Detector::getInstance().world());

    return all;
}

class GauditEventAction : public dd4hep::sim::Geant4EventAction
{
  public:
    GauditEventAction(dd4hep::sim::Geant4Context *context, const std::string &name)
        : dd4hep::sim::Geant4EventAction(context, name)
    {
    }
    void begin(const G4Event *event) override
    {
        detectors(); // so that the first event does not contain the search
        geant4::event_begin(event);
    }
    void end(const G4Event *event) override { geant4::event_end(event); }
};

class GauditTrackingAction : public dd4hep::sim::Geant4TrackingAction
{
  public:
    GauditTrackingAction(dd4hep::sim::Geant4Context *context, const std::string &name)
        : dd4hep::sim::Geant4TrackingAction(context, name)
    {
    }
    void begin(const G4Track *track) override { geant4::track_begin(detectors(), track); }
    void end(const G4Track *track) override { geant4::track_end(track); }
};

class GauditSteppingAction : public dd4hep::sim::Geant4SteppingAction
{
  public:
    GauditSteppingAction(dd4hep::sim::Geant4Context *context, const std::string &name)
        : dd4hep::sim::Geant4SteppingAction(context, name)
    {
    }
    void operator()(const G4Step *step, G4SteppingManager *) override
    {
        geant4::step_end(detectors(), step);
    }
};

} // namespace ddg4
} // namespace gau

#endif
