import {
  ACTIVITY_BUTTONS_MAX,
  ACTIVITY_PLATFORMS,
  ActivityFlag,
  type ActivityObject,
  ActivityType,
  type Instant,
  type Snowflake,
} from '@guildhall/protocol'
import type { ActivitySecrets } from '../../../kernel/model.ts'

/** Parses the value of a field; undefined drops the field from the activity. */
type Field<T> = (value: unknown) => T | undefined

/** Parsers of the fields of an object. */
type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

const TYPES: readonly number[] = Object.values(ActivityType)
const URL_MAX = 256
const STREAM_URL_MAX = 512
const TEXT_MAX = 128
const BUTTON_URL_MAX = 512
const SECRET_MIN = 2
const SECRET_MAX = 128
const PARTY_PUBLIC = 1

const text =
  (max: number): Field<string> =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined

/** Returns a text that is unusable when it is cut: an id or a secret. */
const whole =
  (min: number, max: number): Field<string> =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max ? value : undefined

const isLink = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Parses a link that users can open: http or https, or null for none. [ACT-3] */
function link(value: unknown): string | null | undefined {
  if (value === null) return null
  const text = whole(1, URL_MAX)(value)
  return text !== undefined && isLink(text) ? text : undefined
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

/** Parses flags without those that the platform sets. */
const activityFlags: Field<number> = (value) => {
  const flags = integer(0, 2 ** 31 - 1)(value)
  return flags === undefined ? undefined : flags & ~(ActivityFlag.JOIN | ActivityFlag.SPECTATE)
}

const partySize: Field<number[]> = (value) => {
  const count = integer(0, 2 ** 31 - 1)
  const fits = Array.isArray(value) && value.length === 2 && value.every((entry) => count(entry) !== undefined)
  return fits ? value : undefined
}

interface Button {
  readonly label: string
  /** Null for clients that send labels only. */
  readonly url: string | null
}

/** Returns the valid buttons: labels, or labels with links. */
function readButtons(value: unknown): Button[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, ACTIVITY_BUTTONS_MAX).flatMap((button: unknown): Button[] => {
    const { label, url } = (typeof button === 'object' && button !== null ? button : { label: button }) as {
      label?: unknown
      url?: unknown
    }
    const text = whole(1, 32)(label)
    if (text === undefined) return []
    if (url === undefined) return [{ label: text, url: null }]
    const address = whole(1, BUTTON_URL_MAX)(url)
    return address !== undefined && isLink(address) ? [{ label: text, url: address }] : []
  })
}

/** Keeps the labels of buttons. Other users request the links when they press a button. */
const buttons: Field<string[]> = (value) => {
  const labels = readButtons(value).map(({ label }) => label)
  return labels.length > 0 ? labels : undefined
}

const platform: Field<string> = (value) => ACTIVITY_PLATFORMS.find((known) => known === value)

/** Parses the platforms of an activity: their names, or a mask of their bits. */
const supportedPlatforms: Field<string[]> = (value) => {
  const mask = integer(1, 2 ** ACTIVITY_PLATFORMS.length - 1)(value)
  const named = Array.isArray(value) ? value : []
  const platforms = ACTIVITY_PLATFORMS.filter((name, bit) =>
    mask === undefined ? named.includes(name) : mask & (1 << bit),
  )
  return platforms.length > 0 ? platforms : undefined
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
  party: object({ id: whole(1, TEXT_MAX), size: partySize }),
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
  flags: activityFlags,
  buttons,
  platform,
  supported_platforms: supportedPlatforms,
}

/** Game that sets an activity. */
export interface ActivityGame {
  readonly id: Snowflake
  readonly name: string
  readonly parent_id: Snowflake | null
}

/** Session that sets an activity. */
export interface ActivitySource {
  readonly kind: 'bot' | 'person' | 'game'
  readonly sessionId: string
  /** The game of the session; null for people and bots. */
  readonly game: ActivityGame | null
  readonly now: Instant
}

/** An activity as presences contain it, and what they leave out. */
export interface ParsedActivity {
  readonly activity: ActivityObject
  /** Null without secrets and links. */
  readonly secrets: ActivitySecrets | null
}

/**
 * Parses an activity. Returns null for one without a name or of an unknown type. A game's activity has the game's id,
 * and its name by default. [ACT-1] [ACT-2]
 */
export function readActivity(input: unknown, source: ActivitySource): ParsedActivity | null {
  if (typeof input !== 'object' || input === null) return null
  const given = input as { type?: unknown; name?: unknown }
  const { game } = source
  const type = given.type ?? 0
  const name = text(TEXT_MAX)(given.name) ?? game?.name
  if (typeof type !== 'number' || !TYPES.includes(type) || name === undefined) return null
  const custom = type === ActivityType.CUSTOM
  const id = custom ? 'custom' : `${type}`
  const common = { name: custom ? 'Custom Status' : name, type, created_at: Math.floor(source.now), id }
  if (source.kind === 'bot') return { activity: { ...common, ...object(BOT_FIELDS)(given) }, secrets: null }
  const activity: ActivityObject = { ...common, ...object(FIELDS)(given), ...(game ? fieldsOfGame(game, id) : {}) }
  const secrets = readSecrets(given, activity)
  return { activity: secrets ? { ...activity, ...joinable(activity, secrets, source) } : activity, secrets }
}

function fieldsOfGame({ id, parent_id }: ActivityGame, activityId: string): Partial<ActivityObject> {
  return {
    id: `${id}-${activityId}`,
    application_id: id.toString(),
    ...(parent_id === null ? {} : { parent_application_id: parent_id.toString() }),
  }
}

function readSecrets(input: object, { application_id, party }: ActivityObject): ActivitySecrets | null {
  const given = input as { secrets?: unknown; party?: unknown; buttons?: unknown }
  const { join, spectate } = (given.secrets ?? {}) as { join?: unknown; spectate?: unknown }
  const { privacy } = (given.party ?? {}) as { privacy?: unknown }
  const secret = whole(SECRET_MIN, SECRET_MAX)
  const secrets: ActivitySecrets = {
    application_id: application_id ?? null,
    party_id: party?.id ?? null,
    party_public: privacy === PARTY_PUBLIC,
    join: secret(join) ?? null,
    spectate: secret(spectate) ?? null,
    button_urls: readButtons(given.buttons).flatMap(({ url }) => url ?? []),
  }
  return secrets.join === null && secrets.spectate === null && secrets.button_urls.length === 0 ? null : secrets
}

/** Returns the fields by which other clients know what they may ask of the session. */
function joinable(
  { flags = 0 }: ActivityObject,
  { join, spectate }: ActivitySecrets,
  { sessionId }: ActivitySource,
): Partial<ActivityObject> {
  const actions = (join === null ? 0 : ActivityFlag.JOIN) | (spectate === null ? 0 : ActivityFlag.SPECTATE)
  const all = flags | actions
  return { session_id: sessionId, ...(all === 0 ? {} : { flags: all }) }
}
