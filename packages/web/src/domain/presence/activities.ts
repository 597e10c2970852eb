import type { ActivityObject } from '@guildhall/protocol'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { clockText } from '../voice-messages/waveform.ts'

const CUSTOM = 4
/** Verbs of activities by type: alone, and with the name of the activity. */
const VERBS: readonly (readonly [verb: Message, line: Message] | null)[] = [
  [msg('Playing'), msg('Playing {name}')],
  [msg('Streaming'), msg('Streaming {name}')],
  [msg('Listening to'), msg('Listening to {name}')],
  [msg('Watching'), msg('Watching {name}')],
  null,
  [msg('Competing in'), msg('Competing in {name}')],
]
/** Values of `status_display_type`. */
const SHOWS_STATE = 1
const SHOWS_DETAILS = 2

/** Returns whether an activity is a person's own text. */
export function isCustom({ type }: Pick<ActivityObject, 'type'>): boolean {
  return type === CUSTOM
}

/** Returns what a person does, such as "Playing"; empty for an unknown type. */
export function verbOf({ type }: Pick<ActivityObject, 'type'>): string {
  const verb = VERBS[type]?.[0]
  return verb ? t(verb) : ''
}

/** Returns an activity in one line, for lists. [ACT-7] */
export function activityLine(activity: ActivityObject): string {
  const { name, state, details, emoji, status_display_type } = activity
  if (isCustom(activity)) {
    const sign = emoji && !emoji.id ? `${emoji.name ?? ''} ` : ''
    return `${sign}${state ?? ''}`.trim()
  }
  const shown = status_display_type === SHOWS_STATE ? state : status_display_type === SHOWS_DETAILS ? details : null
  const line = VERBS[activity.type]?.[1]
  return line ? t(line, { name: shown || name }) : shown || name
}

/** Returns the activity that a list shows of a person: the own text before what they do. */
export function firstActivity(activities: readonly ActivityObject[]): ActivityObject | undefined {
  return (
    activities.find((activity) => isCustom(activity) && activityLine(activity) !== '') ??
    activities.find((activity) => !isCustom(activity))
  )
}

/** Returns how long an activity has run or still runs; null if it does not say. */
export function timeOfActivity({ timestamps }: Pick<ActivityObject, 'timestamps'>, now: number): string | null {
  const { start, end } = timestamps ?? {}
  if (end !== undefined && end > now) return t('{time} left', { time: hoursText((end - now) / 1000) })
  if (start !== undefined && start <= now) return t('for {time}', { time: hoursText((now - start) / 1000) })
  return null
}

function hoursText(seconds: number): string {
  if (seconds < 3_600) return clockText(seconds)
  const hours = Math.floor(seconds / 3_600)
  return `${hours}:${clockText(seconds % 3_600).padStart(5, '0')}`
}

/** Returns the address of a picture of an activity; null for one that the app cannot load. */
export function assetUrl(applicationId: string | undefined, image: string | undefined): string | null {
  if (!image) return null
  if (/^https?:\/\//i.test(image)) return image
  return applicationId && /^\d+$/.test(image) ? `/cdn/app-assets/${applicationId}/${image}.webp?size=128` : null
}
