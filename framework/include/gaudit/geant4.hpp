/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_GEANT4_HPP
#define GAUDIT_GEANT4_HPP

/**
 * @file geant4.hpp
 * Events, tracks and steps of Geant4 for the auditors of a session, in C++11 and later. Includes
 * headers of Geant4, links nothing of it.
 *
 *     static gau::geant4::regions detectors;                       // filled before the run
 *     detectors.add_solid("ECal", ecal_volume);                    // in Construct()
 *
 *     SetUserAction(new gau::geant4::event_action);                // in Build(), of each thread
 *     SetUserAction(new gau::geant4::tracking_action(detectors));
 *     SetUserAction(new gau::geant4::stepping_action(detectors));
 *
 * Actions that a program has already call event_begin(), step_end() and so on instead. Event 0 of
 * Geant4 is event 1. An event that was aborted is rejected. Where nothing is audited, a step costs
 * a comparison.
 */

#include <gaudit/event.h>
#include <gaudit/region.h>

#include <G4Event.hh>
#include <G4LogicalVolume.hh>
#include <G4Step.hh>
#include <G4StepPoint.hh>
#include <G4Track.hh>
#include <G4UserEventAction.hh>
#include <G4UserSteppingAction.hh>
#include <G4UserTrackingAction.hh>
#include <G4VPhysicalVolume.hh>
#include <G4VTouchable.hh>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace gau
{
namespace geant4
{

/**
 * The logical volumes that are regions, and with them all that is placed inside. It is filled by
 * one thread before the run; then any thread may ask it. There is one for a geometry.
 */
class regions
{
  public:
    /**
     * Region @p name is a detector with a volume of its own, and takes the volume over from any
     * other region. False: there is no volume, or no such region can be, see gau_region_register().
     */
    bool add_solid(const std::string &name, const G4LogicalVolume *volume)
    {
        return claim(gau_region_register(name.c_str()), volume, GAU_CLAIM_SOLID);
    }

    /**
     * Region @p name is a detector without a volume of its own, made of @p volumes. A volume that
     * is in another region stays there, see gau_volume_collision(). Returns how many are in the
     * region now.
     */
    std::size_t add_assembly(const std::string &name,
                             const std::vector<const G4LogicalVolume *> &volumes)
    {
        const gau_region region = gau_region_register(name.c_str());
        std::size_t count = 0;

        for (const G4LogicalVolume *volume : volumes)
            count += claim(region, volume, GAU_CLAIM_ASSEMBLY);
        return count;
    }

    /** The volume if it was added itself; GAU_NO_VOLUME: it was not. */
    gau_volume own(const G4LogicalVolume *volume) const noexcept
    {
        const auto found = volumes_.find(volume);

        return found == volumes_.end() ? GAU_NO_VOLUME : found->second;
    }

    /** The innermost volume of a place that was added; GAU_NO_VOLUME: none was. Nothing of this
     * is kept: the same logical volume may be placed in several detectors. */
    gau_volume innermost(const G4VTouchable *place) const noexcept
    {
        const G4int outermost = place ? place->GetHistoryDepth() : -1;
        gau_volume volume = GAU_NO_VOLUME;

        for (G4int depth = 0; depth <= outermost && volume == GAU_NO_VOLUME; depth++) {
            const G4VPhysicalVolume *const placed = place->GetVolume(depth);

            if (placed)
                volume = own(placed->GetLogicalVolume());
        }
        return volume;
    }

  private:
    bool claim(gau_region region, const G4LogicalVolume *volume, gau_claim how)
    {
        if (region == GAU_NO_REGION || !volume)
            return false;
        gau_volume &number = volumes_[volume];
        if (number == GAU_NO_VOLUME)
            number = gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME);
        return gau_volume_claim(number, region, how, volume->GetName().c_str()) == region;
    }

    std::unordered_map<const G4LogicalVolume *, gau_volume> volumes_;
};

/* --- what actions do ----------------------------------------------------------------------- */

/** Numbers of Geant4 that are none are negative, or 0. */
inline std::uint64_t track_number(G4int id) noexcept
{
    return id > 0 ? static_cast<std::uint64_t>(id) : 0;
}

/** Without an event it is the next one; also with a number below 0, which becomes a large one. */
inline void event_begin(const G4Event *event) noexcept
{
    gau_event_begin(event ? static_cast<std::uint64_t>(event->GetEventID()) + 1 : 0);
}

inline void event_end(const G4Event *event) noexcept
{
    gau_event_end(event && event->IsAborted() ? GAU_REJECT : GAU_OK);
}

/** A track begins where it was produced: in a volume that was added itself, or in none. */
inline void track_begin(const regions &detectors, const G4Track *track) noexcept
{
    if (gau_regions_active() && track)
        gau_track_begin(track_number(track->GetTrackID()), track_number(track->GetParentID()),
                        detectors.own(track->GetLogicalVolumeAtVertex()));
}

inline void track_end(const G4Track *track) noexcept
{
    if (gau_regions_active() && track)
        gau_track_end(track_number(track->GetTrackID()));
}

/** A step ends, in the place where it began. */
inline void step_end(const regions &detectors, const G4Step *step) noexcept
{
    if (!gau_regions_active() || !step)
        return;
    const G4Track *const track = step->GetTrack();
    const G4StepPoint *const begin = step->GetPreStepPoint();
    gau_step(track ? track_number(track->GetTrackID()) : 0,
             begin ? detectors.innermost(begin->GetTouchable()) : GAU_NO_VOLUME);
}

/* --- actions ------------------------------------------------------------------------------- */

class event_action : public G4UserEventAction
{
  public:
    void BeginOfEventAction(const G4Event *event) override { event_begin(event); }
    void EndOfEventAction(const G4Event *event) override { event_end(event); }
};

/** @p detectors must live as long as the action. */
class tracking_action : public G4UserTrackingAction
{
  public:
    explicit tracking_action(const regions &detectors) : detectors_(detectors) {}
    void PreUserTrackingAction(const G4Track *track) override { track_begin(detectors_, track); }
    void PostUserTrackingAction(const G4Track *track) override { track_end(track); }

  private:
    const regions &detectors_;
};

/** @p detectors must live as long as the action. */
class stepping_action : public G4UserSteppingAction
{
  public:
    explicit stepping_action(const regions &detectors) : detectors_(detectors) {}
    void UserSteppingAction(const G4Step *step) override { step_end(detectors_, step); }

  private:
    const regions &detectors_;
};

} // namespace geant4
} // namespace gau

#endif
