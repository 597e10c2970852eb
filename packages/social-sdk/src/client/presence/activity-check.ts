import { ActivityTypes, StatusDisplayTypes } from '../../enums/index.ts'
import type { Activity } from '../../values/activity.ts'
import type { ActivityAssets } from '../../values/activity-assets.ts'
import type { ActivityParty } from '../../values/activity-party.ts'
import type { ActivityTimestamps } from '../../values/activity-timestamps.ts'

const BUTTONS_MAX = 2
const BUTTON_LABEL_MAX = 32
const BUTTON_URL_MAX = 512
const NAME_MAX = 128
const PLATFORMS_MASK_MAX = 255
/** Latest time that the server takes, in ms of Unix time. */
const TIME_MAX = 2n ** 52n

type Fault = string | undefined

/** Types that a game may set. */
const TYPES: readonly number[] = Object.values(ActivityTypes).filter((type) => type !== ActivityTypes.HangStatus)
const DISPLAY_TYPES: readonly number[] = Object.values(StatusDisplayTypes)

/** Returns what is wrong with an activity; undefined for one that the server takes whole. */
export function activityFault(activity: Activity): Fault {
  if (!activity.valid) return 'The activity is not valid.'
  return (
    typeFault(activity) ??
    lengthFault('name', activity.Name(), 0, NAME_MAX) ??
    lengthFault('state', activity.State(), 2, 128) ??
    linkFault('state URL', activity.StateUrl(), 2) ??
    lengthFault('details', activity.Details(), 2, 128) ??
    linkFault('details URL', activity.DetailsUrl(), 2) ??
    assetsFault(activity.Assets()) ??
    timestampsFault(activity.Timestamps()) ??
    partyFault(activity.Party()) ??
    lengthFault('join secret', activity.Secrets()?.Join(), 2, 128) ??
    buttonsFault(activity)
  )
}

function typeFault(activity: Activity): Fault {
  const display = activity.StatusDisplayType()
  const platforms = activity.SupportedPlatforms()
  if (!TYPES.includes(activity.Type())) return `The type ${activity.Type()} is none that a game sets.`
  if (display !== null && !DISPLAY_TYPES.includes(display)) return `The status display type ${display} does not exist.`
  if (platforms < 0 || platforms > PLATFORMS_MASK_MAX) return `There are no platforms with the bits ${platforms}.`
  return undefined
}

function assetsFault(assets: ActivityAssets | null): Fault {
  if (!assets) return undefined
  return (
    lengthFault('large image', assets.LargeImage(), 1, 300) ??
    lengthFault('large text', assets.LargeText(), 2, 128) ??
    linkFault('large URL', assets.LargeUrl(), 1) ??
    lengthFault('small image', assets.SmallImage(), 1, 300) ??
    lengthFault('small text', assets.SmallText(), 2, 128) ??
    linkFault('small URL', assets.SmallUrl(), 1) ??
    lengthFault('invite cover image', assets.InviteCoverImage(), 1, 300)
  )
}

function timestampsFault(timestamps: ActivityTimestamps | null): Fault {
  if (!timestamps) return undefined
  const isLate = timestamps.Start() > TIME_MAX || timestamps.End() > TIME_MAX
  return isLate ? 'A timestamp is in milliseconds of Unix time.' : undefined
}

function partyFault(party: ActivityParty | null): Fault {
  if (!party) return undefined
  const [current, max] = [party.CurrentSize(), party.MaxSize()]
  if (current < 1) return `A party has at least 1 player, not ${current}.`
  if (max < 0 || (max > 0 && current > max)) return `A party of ${current} players cannot have a limit of ${max}.`
  return lengthFault('party id', party.Id(), 2, 128)
}

function buttonsFault(activity: Activity): Fault {
  const buttons = activity.GetButtons()
  if (buttons.length > BUTTONS_MAX) return `An activity has at most ${BUTTONS_MAX} buttons, not ${buttons.length}.`
  for (const button of buttons) {
    const fault =
      lengthFault('button label', button.Label(), 1, BUTTON_LABEL_MAX) ??
      linkFault('button URL', button.Url(), 1, BUTTON_URL_MAX)
    if (fault !== undefined) return fault
  }
  return undefined
}

function lengthFault(field: string, value: string | null | undefined, min: number, max: number): Fault {
  if (value === null || value === undefined) return undefined
  const isRight = value.length >= min && value.length <= max
  return isRight ? undefined : `The ${field} has ${min} to ${max} characters, not ${value.length}.`
}

/** Returns what is wrong with an address that others open. */
function linkFault(field: string, value: string | null, min: number, max = 256): Fault {
  if (value === null) return undefined
  const isLink = /^https?:\/\//i.test(value) && URL.canParse(value)
  return lengthFault(field, value, min, max) ?? (isLink ? undefined : `The ${field} is no address with http or https.`)
}
