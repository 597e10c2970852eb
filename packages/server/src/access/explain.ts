import { has, namesOf, OverwriteType, Permission, type Snowflake, wireTime } from '@guildhall/protocol'
import { isRestrained } from '../kernel/guild-view.ts'
import type { Channel, Overwrite } from '../kernel/model.ts'
import type { Accessed } from '../kernel/work.ts'
import { memberChannelPermissions } from './channel.ts'

/** Permissions that are explained in one refusal, and roles or overwrites of one step. */
const EXPLAINED_MAX = 5

/**
 * Returns the sum of a member's permissions step by step, for those that a refusal names and the member lacks: roles,
 * overwrites, what a missing VIEW_CHANNEL or CONNECT takes away, a timeout. Returns nothing for a refusal that names no
 * missing permission. It is for the tape: it never becomes part of a response.
 */
export function explainPermissions(accessed: Accessed, reason: string, at: number): string[] {
  const { view, member, channel } = accessed
  const held = channel ? memberChannelPermissions(view, channel, member, at) : view.permissionsOfMember(member, at)
  const missing = permissionsIn(reason).filter(([, bit]) => !has(held, bit))
  if (missing.length === 0) return []
  const place = channel ? `in ${nameOf(channel)}` : `in the guild ${view.guild.name}`
  const lines = [`user ${member.user_id} lacks ${missing.map(([name]) => name).join(', ')} ${place}`]
  for (const [name, bit] of missing.slice(0, EXPLAINED_MAX)) lines.push(...stepsOf(accessed, name, bit, at))
  return lines
}

/** Returns the permissions whose names a text contains. */
export function permissionsIn(reason: string): [name: string, bit: bigint][] {
  const words = new Set(reason.match(/[A-Z][A-Z_]+/g))
  return Object.entries(Permission).filter(([name]) => words.has(name))
}

function stepsOf(accessed: Accessed, name: string, bit: bigint, at: number): string[] {
  const { view, member, channel } = accessed
  const lines = [guildStep(accessed, name, bit)]
  let bits = view.permissions(member.user_id, member.roles)
  if (channel) {
    const holder = (channel.thread_metadata && channel.parent_id && view.channels.get(channel.parent_id)) || channel
    const sought =
      channel.thread_metadata && bit === Permission.SEND_MESSAGES ? Permission.SEND_MESSAGES_IN_THREADS : bit
    if (sought !== bit) lines.push(`${name}: a thread needs SEND_MESSAGES_IN_THREADS instead`)
    lines.push(...overwriteSteps(accessed, holder, sought))
    bits = view.permissionsIn(channel, member.user_id, member.roles)
    lines.push(...impliedSteps(accessed, holder, bits, name, bit))
  }
  if (has(bits, bit) && isRestrained(member, at)) lines.push(`${name}: ${restraintOf(accessed, at)}`)
  return lines
}

function guildStep({ view, member }: Accessed, name: string, bit: bigint): string {
  const ids = [view.id, ...member.roles]
  const granting = ids.filter((id) => has(view.roles.get(id)?.permissions ?? 0n, bit)).slice(0, EXPLAINED_MAX)
  if (granting.length > 0) return `${name}: granted by ${granting.map((id) => roleName(view, id)).join(', ')}`
  const names = ids.slice(0, EXPLAINED_MAX).map((id) => roleName(view, id))
  const more = ids.length > EXPLAINED_MAX ? ` and ${ids.length - EXPLAINED_MAX} more` : ''
  return `${name}: granted by none of the member's roles (${names.join(', ')}${more})`
}

/** Overwrites that name a permission, in the order in which they apply. */
function overwriteSteps({ view, member }: Accessed, holder: Channel, bit: bigint): string[] {
  const name = namesOf(bit)
  const groups: [kind: string, applies: (overwrite: Overwrite) => boolean][] = [
    ['@everyone', ({ id, type }) => type === OverwriteType.ROLE && id === view.id],
    ['role', ({ id, type }) => type === OverwriteType.ROLE && id !== view.id && member.roles.includes(id)],
    ['member', ({ id, type }) => type === OverwriteType.MEMBER && id === member.user_id],
  ]
  return groups.flatMap(([kind, applies]) => {
    const named = holder.permission_overwrites.filter((overwrite) => applies(overwrite))
    const targetOf = ({ id }: Overwrite) =>
      kind === 'role' ? `role ${roleName(view, id)}` : kind === 'member' ? `member ${id}` : kind
    const line = (verb: string) => (overwrite: Overwrite) =>
      `${name}: ${verb} by the overwrite of ${nameOf(holder)} for ${targetOf(overwrite)}`
    const denied = named.filter(({ deny }) => has(deny, bit)).slice(0, EXPLAINED_MAX)
    const allowed = named.filter(({ allow }) => has(allow, bit)).slice(0, EXPLAINED_MAX)
    return [...denied.map(line('denied')), ...allowed.map(line('allowed'))]
  })
}

/** Permissions that are useless without another one go with it. */
function impliedSteps(accessed: Accessed, holder: Channel, bits: bigint, name: string, bit: bigint): string[] {
  if (!has(bits, bit)) return []
  const basis = [Permission.VIEW_CHANNEL, Permission.CONNECT, Permission.SEND_MESSAGES]
  const lacked = basis.find((needed) => needed !== bit && !has(bits, needed))
  if (lacked === undefined) return []
  const lines = [`${name}: useless without ${namesOf(lacked)}`, guildStep(accessed, namesOf(lacked), lacked)]
  return [...lines, ...overwriteSteps(accessed, holder, lacked)]
}

function restraintOf({ member }: Accessed, at: number): string {
  const until = member.communication_disabled_until
  if (until !== null && until > at) return `taken away by the timeout until ${wireTime(until)}`
  return member.pending ? 'taken away until the member passes screening' : 'taken away by quarantine'
}

function nameOf({ name, id }: Channel): string {
  return `#${name ?? 'channel'} (${id})`
}

function roleName({ id: guildId, roles }: Accessed['view'], id: Snowflake): string {
  return id === guildId ? '@everyone' : `${roles.get(id)?.name ?? 'a role'} (${id})`
}
