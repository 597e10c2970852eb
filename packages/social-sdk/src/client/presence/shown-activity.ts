import { ACTIVITY_PLATFORMS, type ActivityObject } from '@guildhall/protocol'
import type { ActivityTypes, StatusDisplayTypes } from '../../enums/index.ts'
import { Activity } from '../../values/activity.ts'
import { ActivityAssets } from '../../values/activity-assets.ts'
import { ActivityButton } from '../../values/activity-button.ts'
import { ActivityParty } from '../../values/activity-party.ts'
import { ActivityTimestamps } from '../../values/activity-timestamps.ts'

/** Returns an activity that a presence shows. Secrets, and the links of buttons, are not part of presences. */
export function activityOf(wire: ActivityObject): Activity {
  const activity = new Activity()
  activity.SetName(wire.name)
  activity.SetType(wire.type as ActivityTypes)
  activity.SetStatusDisplayType((wire.status_display_type ?? null) as StatusDisplayTypes | null)
  activity.SetState(wire.state)
  activity.SetStateUrl(wire.state_url)
  activity.SetDetails(wire.details)
  activity.SetDetailsUrl(wire.details_url)
  activity.SetApplicationId(idOf(wire.application_id))
  activity.SetParentApplicationId(idOf(wire.parent_application_id))
  activity.SetAssets(wire.assets ? assetsOf(wire.assets) : null)
  activity.SetTimestamps(wire.timestamps ? timestampsOf(wire.timestamps) : null)
  activity.SetParty(wire.party ? partyOf(wire.party) : null)
  const platforms = wire.supported_platforms ?? []
  activity.SetSupportedPlatforms(
    ACTIVITY_PLATFORMS.reduce((mask, name, bit) => mask | (platforms.includes(name) ? 1 << bit : 0), 0),
  )
  for (const label of wire.buttons ?? []) {
    const button = new ActivityButton()
    button.SetLabel(label)
    activity.AddButton(button)
  }
  return activity
}

function idOf(id: string | undefined): bigint | null {
  return id === undefined ? null : BigInt(id)
}

function assetsOf(wire: NonNullable<ActivityObject['assets']>): ActivityAssets {
  const assets = new ActivityAssets()
  assets.SetLargeImage(wire.large_image)
  assets.SetLargeText(wire.large_text)
  assets.SetLargeUrl(wire.large_url)
  assets.SetSmallImage(wire.small_image)
  assets.SetSmallText(wire.small_text)
  assets.SetSmallUrl(wire.small_url)
  assets.SetInviteCoverImage(wire.invite_cover_image)
  return assets
}

function timestampsOf(wire: NonNullable<ActivityObject['timestamps']>): ActivityTimestamps {
  const timestamps = new ActivityTimestamps()
  timestamps.SetStart(BigInt(wire.start ?? 0))
  timestamps.SetEnd(BigInt(wire.end ?? 0))
  return timestamps
}

function partyOf(wire: NonNullable<ActivityObject['party']>): ActivityParty {
  const [current = 1, max = 0] = wire.size ?? []
  const party = new ActivityParty()
  party.SetId(wire.id ?? '')
  party.SetCurrentSize(current)
  party.SetMaxSize(max)
  return party
}
