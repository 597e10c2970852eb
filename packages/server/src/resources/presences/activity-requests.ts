import { ACTIVITY_BUTTONS_MAX, type ActivityObject, ActivityType, type Instant } from '@guildhall/protocol'

/** Parses the value of a field; undefined drops the field from the activity. */
type Field<T> = (value: unknown) => T | undefined

/** Parsers of the fields of an object. */
type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

const TYPES: readonly number[] = Object.values(ActivityType)
const URL_MAX = 256
const STREAM_URL_MAX = 512
const TEXT_MAX = 128

const text =
  (max: number): Field<string> =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined

/** Parses a link that users can open: http or https, or null for none. [ACT-3] */
function link(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string' || value.length < 1 || value.length > URL_MAX) return undefined
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}

const integer =
  (min: number, max: number): Field<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined

const snowflake: Field<string> = (value) => {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^\d{1,19}$/.test(id) ? id : undefined
}

/** Returns a parser of objects that keeps only valid fields; it returns undefined when none is left. */
function object<T extends object>(fields: Fields<T>): Field<Partial<T>> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined
    const object: Partial<T> = {}
    for (const key in fields) {
      const parsed = fields[key](key in value ? value[key as keyof typeof value] : undefined)
      if (parsed !== undefined) object[key] = parsed
    }
    return Object.keys(object).length > 0 ? object : undefined
  }
}

const flag: Field<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

const partySize: Field<number[]> = (value) => {
  const count = integer(0, 2 ** 31 - 1)
  const fits = Array.isArray(value) && value.length === 2 && value.every((entry) => count(entry) !== undefined)
  return fits ? value : undefined
}

/** Keeps the labels of buttons; other users never get their links. */
const buttons: Field<string[]> = (value) => {
  if (!Array.isArray(value)) return undefined
  const labels = value.slice(0, ACTIVITY_BUTTONS_MAX).flatMap((button: unknown) => {
    const label = typeof button === 'string' ? button : (button as { label?: unknown } | null)?.label
    return typeof label === 'string' && label.length >= 1 && label.length <= 32 ? [label] : []
  })
  return labels.length > 0 ? labels : undefined
}

const moment = integer(0, 2 ** 52)

/** Fields of activities of bots, and of users. [ACT-3] */
const BOT_FIELDS = { state: text(TEXT_MAX), url: text(STREAM_URL_MAX) }

/** Fields of activities of users. `secrets` are only for users who join, so presences leave them out. [ACT-3..7] */
const FIELDS = {
  ...BOT_FIELDS,
  details: text(TEXT_MAX),
  state_url: link,
  details_url: link,
  status_display_type: (value: unknown) => (value === null ? null : integer(0, 2)(value)),
  application_id: snowflake,
  timestamps: object({ start: moment, end: moment }),
  emoji: object({
    name: text(TEXT_MAX),
    id: snowflake,
    animated: flag,
  }),
  party: object({ id: text(TEXT_MAX), size: partySize }),
  assets: object({
    large_image: text(STREAM_URL_MAX),
    large_text: text(TEXT_MAX),
    large_url: link,
    small_image: text(STREAM_URL_MAX),
    small_text: text(TEXT_MAX),
    small_url: link,
    invite_cover_image: text(STREAM_URL_MAX),
  }),
  instance: flag,
  flags: integer(0, 2 ** 31 - 1),
  buttons,
}

/** Parses an activity. Returns null for one without a name or of an unknown type. [ACT-1] [ACT-2] */
export function readActivity(input: unknown, { bot, now }: { bot: boolean; now: Instant }): ActivityObject | null {
  if (typeof input !== 'object' || input === null) return null
  const activity = input as { type?: unknown; name?: unknown }
  const type = activity.type ?? 0
  const name = text(TEXT_MAX)(activity.name)
  if (typeof type !== 'number' || !TYPES.includes(type) || name === undefined) return null
  const custom = type === ActivityType.CUSTOM
  return {
    name: custom ? 'Custom Status' : name,
    type,
    created_at: Math.floor(now),
    id: custom ? 'custom' : `${type}`,
    ...(bot ? object(BOT_FIELDS)(activity) : object(FIELDS)(activity)),
  }
}
