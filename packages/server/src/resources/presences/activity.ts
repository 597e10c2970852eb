import { ActivityType, type Instant } from '@guildhall/protocol'

type Wire = Record<string, unknown>
/** What is kept of a field's value; undefined drops the field, and the activity stays. */
type Field = (value: unknown) => unknown

const TYPES: readonly number[] = Object.values(ActivityType)
const URL_MAX = 256
const STREAM_URL_MAX = 512
const TEXT_MAX = 128
const BUTTONS_MAX = 2

const text =
  (max: number): Field =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined

/** A link that a click opens: http or https alone, or null for none. [ACT-3] */
function link(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string' || value.length < 1 || value.length > URL_MAX) return undefined
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}

const integer =
  (min: number, max: number): Field =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max ? value : undefined

const snowflake: Field = (value) => {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^\d{1,19}$/.test(id) ? id : undefined
}

/** Only the fields named, each as its reader has it; undefined where nothing is left. */
function object(fields: Readonly<Record<string, Field>>): Field {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined
    const wire: Wire = {}
    for (const [key, read] of Object.entries(fields)) {
      const kept = read((value as Wire)[key])
      if (kept !== undefined) wire[key] = kept
    }
    return Object.keys(wire).length > 0 ? wire : undefined
  }
}

const partySize: Field = (value) => {
  const count = integer(0, 2 ** 31 - 1)
  const fits = Array.isArray(value) && value.length === 2 && value.every((entry) => count(entry) !== undefined)
  return fits ? value : undefined
}

/** Others are shown the labels and never where buttons lead. */
const buttons: Field = (value) => {
  if (!Array.isArray(value)) return undefined
  const labels = value.slice(0, BUTTONS_MAX).flatMap((button: unknown) => {
    const label = typeof button === 'string' ? button : (button as { label?: unknown } | null)?.label
    return typeof label === 'string' && label.length >= 1 && label.length <= 32 ? [label] : []
  })
  return labels.length > 0 ? labels : undefined
}

const moment = integer(0, 2 ** 52)

/** Of every activity; a bot's has no more. [ACT-3] */
const BOT_FIELDS: Readonly<Record<string, Field>> = { state: text(TEXT_MAX), url: text(STREAM_URL_MAX) }

/** `secrets` are for who joins, and go to nobody by a presence. [ACT-3..7] */
const FIELDS: Readonly<Record<string, Field>> = {
  ...BOT_FIELDS,
  details: text(TEXT_MAX),
  state_url: link,
  details_url: link,
  status_display_type: (value) => (value === null ? null : integer(0, 2)(value)),
  application_id: snowflake,
  timestamps: object({ start: moment, end: moment }),
  emoji: object({
    name: text(TEXT_MAX),
    id: snowflake,
    animated: (value) => (typeof value === 'boolean' ? value : undefined),
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
  instance: (value) => (typeof value === 'boolean' ? value : undefined),
  flags: integer(0, 2 ** 31 - 1),
  buttons,
}

/** Reads one activity; null for one without a name or of an unknown type. [ACT-1] [ACT-2] */
export function readActivity(input: unknown, { bot, now }: { bot: boolean; now: Instant }): Wire | null {
  if (typeof input !== 'object' || input === null) return null
  const activity = input as Wire
  const type = activity.type ?? 0
  const name = text(TEXT_MAX)(activity.name)
  if (typeof type !== 'number' || !TYPES.includes(type) || name === undefined) return null
  const custom = type === ActivityType.CUSTOM
  return {
    name: custom ? 'Custom Status' : name,
    type,
    created_at: Math.floor(now),
    id: custom ? 'custom' : `${type}`,
    ...(object(bot ? BOT_FIELDS : FIELDS)(activity) as Wire | undefined),
  }
}
