import { AuditLogAction, type AuditLogEntryObject } from '@guildhall/protocol'
import { permissionsInWords } from '../../lib/permission-words.ts'

/** Names of what an entry refers to, by id. */
export interface AuditNames {
  user(id: string): string | undefined
  role(id: string): string | undefined
  channel(id: string): string | undefined
  /** Other objects of the log, such as events, rules and commands. */
  other(id: string): string | undefined
}

type Kind = 'user' | 'role' | 'channel' | 'other' | 'none'

const WORDS = new Map<number, readonly [verb: string, kind: Kind]>([
  [AuditLogAction.GUILD_UPDATE, ['changed the guild', 'none']],
  [AuditLogAction.CHANNEL_CREATE, ['created the channel', 'channel']],
  [AuditLogAction.CHANNEL_UPDATE, ['changed the channel', 'channel']],
  [AuditLogAction.CHANNEL_DELETE, ['deleted the channel', 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_CREATE, ['added permissions to the channel', 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_UPDATE, ['changed permissions of the channel', 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_DELETE, ['removed permissions of the channel', 'channel']],
  [AuditLogAction.MEMBER_KICK, ['kicked', 'user']],
  [AuditLogAction.MEMBER_PRUNE, ['pruned members', 'none']],
  [AuditLogAction.MEMBER_BAN_ADD, ['banned', 'user']],
  [AuditLogAction.MEMBER_BAN_REMOVE, ['lifted the ban of', 'user']],
  [AuditLogAction.MEMBER_UPDATE, ['changed the member', 'user']],
  [AuditLogAction.MEMBER_ROLE_UPDATE, ['changed the roles of', 'user']],
  [AuditLogAction.MEMBER_MOVE, ['moved members between voice channels', 'none']],
  [AuditLogAction.MEMBER_DISCONNECT, ['disconnected members from voice', 'none']],
  [AuditLogAction.BOT_ADD, ['added the bot', 'user']],
  [AuditLogAction.ROLE_CREATE, ['created the role', 'role']],
  [AuditLogAction.ROLE_UPDATE, ['changed the role', 'role']],
  [AuditLogAction.ROLE_DELETE, ['deleted the role', 'role']],
  [AuditLogAction.INVITE_CREATE, ['created the invite', 'other']],
  [AuditLogAction.INVITE_UPDATE, ['changed the invite', 'other']],
  [AuditLogAction.INVITE_DELETE, ['revoked the invite', 'other']],
  [AuditLogAction.MESSAGE_DELETE, ['deleted messages of', 'user']],
  [AuditLogAction.MESSAGE_BULK_DELETE, ['deleted messages in', 'channel']],
  [AuditLogAction.MESSAGE_PIN, ['pinned a message of', 'user']],
  [AuditLogAction.MESSAGE_UNPIN, ['unpinned a message of', 'user']],
  [AuditLogAction.APPLICATION_COMMAND_PERMISSION_UPDATE, ['changed permissions of the command', 'other']],
  [AuditLogAction.AUTO_MODERATION_BLOCK_MESSAGE, ['wrote a message that a rule blocked', 'none']],
  [AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL, ['wrote a message that a rule reported', 'none']],
  [AuditLogAction.AUTO_MODERATION_USER_COMMUNICATION_DISABLED, ['was timed out by a rule', 'none']],
  [AuditLogAction.AUTO_MODERATION_QUARANTINE_USER, ['was quarantined by a rule', 'none']],
  [AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE, ['set the status of the voice channel', 'channel']],
  [AuditLogAction.VOICE_CHANNEL_STATUS_DELETE, ['removed the status of the voice channel', 'channel']],
  [AuditLogAction.GUILD_PROFILE_UPDATE, ['changed the profile of the guild', 'none']],
])

const NOUNS: readonly (readonly [prefix: string, noun: string])[] = [
  ['WEBHOOK_', 'the webhook'],
  ['EMOJI_', 'the emoji'],
  ['INTEGRATION_', 'the integration'],
  ['STAGE_INSTANCE_', 'the stage'],
  ['STICKER_', 'the sticker'],
  ['GUILD_SCHEDULED_EVENT_EXCEPTION_', 'an occurrence of the event'],
  ['GUILD_SCHEDULED_EVENT_', 'the event'],
  ['THREAD_', 'the thread'],
  ['SOUNDBOARD_SOUND_', 'the sound'],
  ['AUTO_MODERATION_RULE_', 'the moderation rule'],
  ['ONBOARDING_PROMPT_', 'the onboarding question'],
  ['ONBOARDING_', 'onboarding'],
  ['HOME_SETTINGS_', 'the guide for new members'],
]
const VERBS = { CREATE: 'created', UPDATE: 'changed', DELETE: 'deleted' } as const

function wordsOf(action: number): readonly [verb: string, kind: Kind] {
  const known = WORDS.get(action)
  if (known) return known
  const name = Object.entries(AuditLogAction).find(([, value]) => value === action)?.[0] ?? `action ${action}`
  const noun = NOUNS.find(([prefix]) => name.startsWith(prefix))
  const verb = VERBS[name.slice(noun?.[0].length) as keyof typeof VERBS]
  return noun && verb ? [`${verb} ${noun[1]}`, 'other'] : [name.toLowerCase().replaceAll('_', ' '), 'none']
}

/** Returns an entry as a sentence without its subject, such as "created the role crew". */
export function entryInWords(entry: AuditLogEntryObject, names: AuditNames): string {
  const [verb, kind] = wordsOf(entry.action_type)
  const target = kind === 'none' ? undefined : targetName(entry, kind, names)
  const details = detailsOf(entry, names)
  return [verb, target, details && `(${details})`].filter(Boolean).join(' ')
}

const NAMES = { user: 'user', role: 'role', channel: 'channel', other: 'other', none: 'other' } as const

function targetName({ target_id, changes }: AuditLogEntryObject, kind: Kind, names: AuditNames): string {
  const id = target_id ?? ''
  // A deleted object is known by its last name only.
  const named = changes?.find(({ key }) => key === 'name' || key === 'code')
  const lastName = named?.new_value ?? named?.old_value
  const name = names[NAMES[kind]](id) ?? (typeof lastName === 'string' ? lastName : undefined)
  return name !== undefined && kind === 'channel' ? `#${name}` : (name ?? id)
}

function detailsOf({ action_type, options = {} }: AuditLogEntryObject, names: AuditNames): string {
  const { id, type, role_name, count, members_removed, delete_member_days, channel_id, status } = options
  const parts: string[] = []
  if (id) parts.push(`for ${type === '1' ? (names.user(id) ?? id) : (role_name ?? names.role(id) ?? id)}`)
  if (channel_id && action_type !== AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE && names.channel(channel_id))
    parts.push(`in #${names.channel(channel_id)}`)
  if (count) parts.push(count === '1' ? '1 time' : `${count} times`)
  if (members_removed) parts.push(`${members_removed} members, not here for ${delete_member_days} days`)
  if (status) parts.push(status)
  return parts.join(', ')
}

/** A changed field in words. */
export interface ChangeInWords {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const FIELDS = new Map([
  ['nsfw', 'Age restriction'],
  ['rate_limit_per_user', 'Slowmode'],
  ['nick', 'Nickname'],
  ['mute', 'Muted'],
  ['deaf', 'Deafened'],
  ['communication_disabled_until', 'Timeout until'],
  ['$add', 'Added roles'],
  ['$remove', 'Removed roles'],
  ['allow', 'Allowed'],
  ['deny', 'Denied'],
  ['color', 'Colour'],
  ['colors', 'Colours'],
  ['hoist', 'Shown separately'],
  ['afk_channel_id', 'AFK channel'],
  ['afk_timeout', 'AFK timeout'],
  ['owner_id', 'Owner'],
  ['parent_id', 'Category'],
])

const CHANNEL_KEYS = /(^|_)(channel_id|parent_id)$/
const PERMISSION_KEYS: ReadonlySet<string> = new Set(['permissions', 'allow', 'deny'])

/** Returns the changes of an entry in words. Permissions are told by what was added and removed. */
export function changesInWords({ changes = [] }: AuditLogEntryObject, names: AuditNames): ChangeInWords[] {
  return changes.flatMap(({ key, old_value, new_value }): ChangeInWords[] => {
    const field = FIELDS.get(key) ?? capitalised(key)
    if (PERMISSION_KEYS.has(key) && isBits(old_value) && isBits(new_value)) {
      const [before, after] = [BigInt(old_value ?? 0), BigInt(new_value ?? 0)]
      return [{ field, before: listOf(before & ~after), after: listOf(after & ~before) }].filter(
        (change) => change.before !== null || change.after !== null,
      )
    }
    return [{ field, before: valueInWords(key, old_value, names), after: valueInWords(key, new_value, names) }]
  })
}

const isBits = (value: unknown): value is string | undefined =>
  value === undefined || value === null || (typeof value === 'string' && /^\d+$/.test(value))

function listOf(bits: bigint): string | null {
  const names = permissionsInWords(bits).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : null
}

function valueInWords(key: string, value: unknown, names: AuditNames): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (key === 'color' && typeof value === 'number') return `#${value.toString(16).padStart(6, '0')}`
  if (Array.isArray(value)) return value.map((entry) => nameOf(entry)).join(', ') || null
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (key === 'owner_id') return names.user(text) ?? text
  if (CHANNEL_KEYS.test(key)) return names.channel(text) ?? text
  return text
}

function nameOf(entry: unknown): string {
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name : typeof entry === 'object' ? JSON.stringify(entry) : String(entry)
}

function capitalised(key: string): string {
  const text = key.replace(/_(id|hash)$/, '').replaceAll('_', ' ')
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

/** Actions of the filter: name in words and number, by their names. */
export const AUDIT_ACTIONS: readonly (readonly [value: number, text: string])[] = Object.entries(AuditLogAction)
  .map(([name, value]): [number, string] => [value, capitalised(name.toLowerCase())])
  .sort(([, one], [, other]) => one.localeCompare(other))
