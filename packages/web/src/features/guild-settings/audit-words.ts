import { AuditLogAction, type AuditLogEntryObject } from '@guildhall/protocol'
import { currentLanguage } from '../../lib/language/language.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { permissionsInWords } from '../../lib/permission-words.ts'
import { AUDIT_FIELDS } from './audit-fields.ts'

/** Names of what an entry refers to, by id. */
export interface AuditNames {
  user(id: string): string | undefined
  role(id: string): string | undefined
  channel(id: string): string | undefined
  /** Other objects of the log, such as events, rules and commands. */
  other(id: string): string | undefined
}

type Kind = 'user' | 'role' | 'channel' | 'other' | 'none'

const WORDS = new Map<number, readonly [sentence: Message, kind: Kind]>([
  [AuditLogAction.GUILD_UPDATE, [msg('changed the guild'), 'none']],
  [AuditLogAction.CHANNEL_CREATE, [msg('created the channel {target}'), 'channel']],
  [AuditLogAction.CHANNEL_UPDATE, [msg('changed the channel {target}'), 'channel']],
  [AuditLogAction.CHANNEL_DELETE, [msg('deleted the channel {target}'), 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_CREATE, [msg('added permissions to the channel {target}'), 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_UPDATE, [msg('changed permissions of the channel {target}'), 'channel']],
  [AuditLogAction.CHANNEL_OVERWRITE_DELETE, [msg('removed permissions of the channel {target}'), 'channel']],
  [AuditLogAction.MEMBER_KICK, [msg('kicked {target}'), 'user']],
  [AuditLogAction.MEMBER_PRUNE, [msg('pruned members'), 'none']],
  [AuditLogAction.MEMBER_BAN_ADD, [msg('banned {target}'), 'user']],
  [AuditLogAction.MEMBER_BAN_REMOVE, [msg('lifted the ban of {target}'), 'user']],
  [AuditLogAction.MEMBER_UPDATE, [msg('changed the member {target}'), 'user']],
  [AuditLogAction.MEMBER_ROLE_UPDATE, [msg('changed the roles of {target}'), 'user']],
  [AuditLogAction.MEMBER_MOVE, [msg('moved members between voice channels'), 'none']],
  [AuditLogAction.MEMBER_DISCONNECT, [msg('disconnected members from voice'), 'none']],
  [AuditLogAction.BOT_ADD, [msg('added the bot {target}'), 'user']],
  [AuditLogAction.ROLE_CREATE, [msg('created the role {target}'), 'role']],
  [AuditLogAction.ROLE_UPDATE, [msg('changed the role {target}'), 'role']],
  [AuditLogAction.ROLE_DELETE, [msg('deleted the role {target}'), 'role']],
  [AuditLogAction.INVITE_CREATE, [msg('created the invite {target}'), 'other']],
  [AuditLogAction.INVITE_UPDATE, [msg('changed the invite {target}'), 'other']],
  [AuditLogAction.INVITE_DELETE, [msg('revoked the invite {target}'), 'other']],
  [AuditLogAction.MESSAGE_DELETE, [msg('deleted messages of {target}'), 'user']],
  [AuditLogAction.MESSAGE_BULK_DELETE, [msg('deleted messages in {target}'), 'channel']],
  [AuditLogAction.MESSAGE_PIN, [msg('pinned a message of {target}'), 'user']],
  [AuditLogAction.MESSAGE_UNPIN, [msg('unpinned a message of {target}'), 'user']],
  [AuditLogAction.APPLICATION_COMMAND_PERMISSION_UPDATE, [msg('changed permissions of the command {target}'), 'other']],
  [AuditLogAction.AUTO_MODERATION_BLOCK_MESSAGE, [msg('wrote a message that a rule blocked'), 'none']],
  [AuditLogAction.AUTO_MODERATION_FLAG_TO_CHANNEL, [msg('wrote a message that a rule reported'), 'none']],
  [AuditLogAction.AUTO_MODERATION_USER_COMMUNICATION_DISABLED, [msg('was timed out by a rule'), 'none']],
  [AuditLogAction.AUTO_MODERATION_QUARANTINE_USER, [msg('was quarantined by a rule'), 'none']],
  [AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE, [msg('set the status of the voice channel {target}'), 'channel']],
  [AuditLogAction.VOICE_CHANNEL_STATUS_DELETE, [msg('removed the status of the voice channel {target}'), 'channel']],
  [AuditLogAction.GUILD_PROFILE_UPDATE, [msg('changed the profile of the guild'), 'none']],
])

/** Sentences about objects that are created, changed and deleted, by the beginning of the action's name. */
const OBJECTS: readonly (readonly [prefix: string, sentence: Message])[] = [
  ['WEBHOOK_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the webhook {target}')],
  ['EMOJI_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the emoji {target}')],
  ['INTEGRATION_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the integration {target}')],
  ['STAGE_INSTANCE_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the stage {target}')],
  ['STICKER_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the sticker {target}')],
  [
    'GUILD_SCHEDULED_EVENT_EXCEPTION_',
    msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} an occurrence of the event {target}'),
  ],
  [
    'GUILD_SCHEDULED_EVENT_',
    msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the event {target}'),
  ],
  ['THREAD_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the thread {target}')],
  ['SOUNDBOARD_SOUND_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the sound {target}')],
  [
    'AUTO_MODERATION_RULE_',
    msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the moderation rule {target}'),
  ],
  [
    'ONBOARDING_PROMPT_',
    msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the onboarding question {target}'),
  ],
  ['ONBOARDING_', msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} onboarding {target}')],
  [
    'HOME_SETTINGS_',
    msg('{verb, select, CREATE {created} UPDATE {changed} other {deleted}} the guide for new members {target}'),
  ],
]
const VERBS = /^(CREATE|UPDATE|DELETE)$/

/** A sentence about an entry, with the kind of its target. */
type Words = (target: string) => string

/** Returns the words of an action, with the kind of its target; undefined for an action that this app has none for. */
function wordsOf(action: number): readonly [words: Words, kind: Kind] | undefined {
  const [sentence, kind] = WORDS.get(action) ?? []
  if (sentence && kind) return [(target) => t(sentence, { target }), kind]
  const name = nameOfAction(action) ?? ''
  const [prefix = '', about] = OBJECTS.find(([start]) => name.startsWith(start)) ?? []
  const verb = name.slice(prefix.length)
  return about && VERBS.test(verb) ? [(target) => t(about, { verb, target }), 'other'] : undefined
}

const nameOfAction = (action: number) => Object.entries(AuditLogAction).find(([, value]) => value === action)?.[0]

/** Returns an entry as a sentence without its subject, such as "created the role crew". */
export function entryInWords(entry: AuditLogEntryObject, names: AuditNames): string {
  const [words, kind] = wordsOf(entry.action_type) ?? [() => codeOf(entry.action_type), 'none']
  const target = kind === 'none' ? '' : targetName(entry, kind, names)
  const details = detailsOf(entry, names)
  return [words(target).trim(), details && `(${details})`].filter(Boolean).join(' ')
}

/** Returns what an action without words is called in the documentation. */
function codeOf(action: number): string {
  return (nameOfAction(action) ?? `action ${action}`).toLowerCase().replaceAll('_', ' ')
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
  if (id)
    parts.push(t('for {name}', { name: type === '1' ? (names.user(id) ?? id) : (role_name ?? names.role(id) ?? id) }))
  const channel = channel_id && names.channel(channel_id)
  if (channel && action_type !== AuditLogAction.VOICE_CHANNEL_STATUS_UPDATE) parts.push(t('in #{channel}', { channel }))
  if (count) parts.push(t('{count, plural, one {# time} other {# times}}', { count: Number(count) }))
  if (members_removed)
    parts.push(
      t('{count, plural, one {# member} other {# members}}, not here for {days, plural, one {# day} other {# days}}', {
        count: Number(members_removed),
        days: Number(delete_member_days),
      }),
    )
  if (status) parts.push(status)
  return parts.join(', ')
}

/** A changed field in words. */
export interface ChangeInWords {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const CHANNEL_KEYS = /(^|_)(channel_id|parent_id)$/
const PERMISSION_KEYS: ReadonlySet<string> = new Set(['permissions', 'allow', 'deny'])

/** Returns the changes of an entry in words. Permissions are listed as added and removed. */
export function changesInWords({ changes = [] }: AuditLogEntryObject, names: AuditNames): ChangeInWords[] {
  return changes.flatMap(({ key, old_value, new_value }): ChangeInWords[] => {
    const name = AUDIT_FIELDS.get(key)
    const field = name ? t(name) : capitalised(key)
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
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
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
  return upperFirst(text)
}

const upperFirst = (text: string) => `${text[0]?.toLocaleUpperCase(currentLanguage()) ?? ''}${text.slice(1)}`

/** An action of the filter. */
interface AuditAction {
  readonly value: number
  /** Sentence without its subject and with a gap for its target, such as "Created the role …". */
  readonly text: string
}

/** Returns the actions that have words, by their words in the language of the person. */
export function auditActions(): AuditAction[] {
  return Object.values(AuditLogAction)
    .flatMap((value): AuditAction[] => {
      const [words] = wordsOf(value) ?? []
      return words ? [{ value, text: upperFirst(words('…').trim()) }] : []
    })
    .sort((one, other) => one.text.localeCompare(other.text, currentLanguage()))
}
