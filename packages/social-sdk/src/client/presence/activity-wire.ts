import type { Activity } from '../../values/activity.ts'
import type { ActivityAssets } from '../../values/activity-assets.ts'
import type { ActivityTimestamps } from '../../values/activity-timestamps.ts'

/** Returns an activity as op 3 sends it. The server fills in the game, and its name where the name is empty. */
export function wireActivity(activity: Activity) {
  const party = activity.Party()
  const platforms = activity.SupportedPlatforms()
  const buttons = activity.GetButtons().map((button) => ({ label: button.Label(), url: button.Url() }))
  return defined({
    name: activity.Name() || undefined,
    type: activity.Type(),
    status_display_type: activity.StatusDisplayType(),
    state: activity.State(),
    state_url: activity.StateUrl(),
    details: activity.Details(),
    details_url: activity.DetailsUrl(),
    assets: wireAssets(activity.Assets()),
    timestamps: wireTimestamps(activity.Timestamps()),
    party: party && { id: party.Id(), size: [party.CurrentSize(), party.MaxSize()], privacy: party.Privacy() },
    secrets: activity.Secrets() && { join: activity.Secrets()?.Join() },
    buttons: buttons.length > 0 ? buttons : undefined,
    supported_platforms: platforms === 0 ? undefined : platforms,
  })
}

function wireAssets(assets: ActivityAssets | null) {
  return (
    assets &&
    defined({
      large_image: assets.LargeImage(),
      large_text: assets.LargeText(),
      large_url: assets.LargeUrl(),
      small_image: assets.SmallImage(),
      small_text: assets.SmallText(),
      small_url: assets.SmallUrl(),
      invite_cover_image: assets.InviteCoverImage(),
    })
  )
}

/** Returns times as numbers. A time of 0 is not set. */
function wireTimestamps(timestamps: ActivityTimestamps | null) {
  if (!timestamps) return null
  const [start, end] = [Number(timestamps.Start()), Number(timestamps.End())]
  return defined({ start: start || undefined, end: end || undefined })
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}
