import { type Instant, instant } from './instant.ts'

/**
 * Dated changes of the interface. Each takes effect at 00:00 UTC of its day. A change with two documented dates uses
 * the later one by default and names the option that selects the other.
 */
const CHANGES = {
  /** PIN_MESSAGES is split from MANAGE_MESSAGES; both pin. [PRM-13] */
  pin_permission: '2025-08-20',
  /** MANAGE_MESSAGES no longer pins. [PRM-14] [VER-4] */
  pin_permission_alone: { option: 'pin_split_date', dates: ['2026-01-12', '2026-02-23'] },
  /** MANAGE_GUILD_EXPRESSIONS no longer creates emojis, stickers and sounds. [PRM-2] [PRM-4] [VER-5] */
  expressions_permission_alone: '2026-02-23',
  /** MANAGE_EVENTS no longer creates scheduled events. [PRM-6] [PRM-7] [VER-5] */
  events_permission_alone: '2026-02-23',
  /** Only BYPASS_SLOWMODE exempts users from slowmode. [PRM-16] [PRM-17] [VER-5] */
  bypass_slowmode: '2026-02-23',
  /** The guild's channel list leaves out what a bot cannot view. [END-16] [VER-3] */
  hidden_channels_omitted: '2026-11-16',
  /** The gateway obfuscates hidden channels for every bot session. [GW-3] [VER-3] */
  channel_obfuscation_for_all: '2026-11-16',
  /** Request Guild Members is limited in very large guilds. [VER-11] */
  member_request_limit_large: '2025-08-14',
  /** Request Guild Members is limited in all guilds. [VER-11] */
  member_request_limit_all: '2025-10-01',
  /** Guild channels are created with `application_id: null`. [CH-2] */
  guild_channel_application_id: '2026-08-05',
  /** Bots may set banner, avatar and bio of their member. [END-48] */
  bot_member_profile: '2025-09-10',
  /** Calls without end-to-end encryption are rejected. [VER-6] */
  e2ee_only: '2026-03-01',
  /** New connections of the first game publisher's platform are no longer returned. [END-3] */
  connections_first_platform_new: '2026-08-14',
  /** All connections of that platform are no longer returned. [END-4] [VER-2] */
  connections_first_platform_all: '2026-09-22',
  /** New connections of the second game publisher's platforms are no longer returned. [END-3] */
  connections_second_platform_new: '2026-07-07',
  /** All connections of those platforms are no longer returned. [END-5] [VER-1] */
  connections_second_platform_all: '2026-07-10',
} as const satisfies Record<string, string | { option: string; dates: readonly string[] }>

/** Name of a dated change. */
export type ChangeName = keyof typeof CHANGES

/** Selected dates of changes that have two documented ones. The later date is the default. */
export type ChangeOptions = { pin_split_date?: string }

/** Dated changes with selected dates. */
export type Changes = {
  /** Whether a change is in effect at a moment. */
  inEffect(name: ChangeName, at: Instant): boolean
  /** Returns the moment at which a change takes effect. */
  since(name: ChangeName): Instant
}

export const CHANGE_NAMES = Object.keys(CHANGES) as readonly ChangeName[]

/** Returns the changes with the selected dates. @throws Error for an option that is not a documented date */
export function datedChanges(options: ChangeOptions = {}): Changes {
  const dates = new Map(CHANGE_NAMES.map((name) => [name, instant(dateOf(name, options))]))
  const since = (name: ChangeName): Instant => dates.get(name) ?? Number.POSITIVE_INFINITY
  return { since, inEffect: (name, at) => at >= since(name) }
}

function dateOf(name: ChangeName, options: ChangeOptions): string {
  const row = CHANGES[name]
  if (typeof row === 'string') return row
  const chosen = options[row.option] ?? row.dates.at(-1) ?? ''
  const known: readonly string[] = row.dates
  if (known.includes(chosen)) return chosen
  throw new Error(`${row.option} must be one of ${known.join(', ')}, not ${JSON.stringify(chosen)}`)
}
