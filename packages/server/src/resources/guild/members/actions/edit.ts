import {
  ApiError,
  AuditLogAction,
  type AuditLogChangeObject,
  demand,
  has,
  invalidForm,
  MemberFlag,
  needs,
  Permission,
  type Snowflake,
  TIMEOUT_MAX_DAYS,
} from '@guildhall/protocol'
import type { GuildAccess } from '../../../../access/guild.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Member, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { presentPartialMember } from '../present.ts'
import type { MemberBody } from '../requests.ts'
import { mayAssign, mayRename, maySetFlags, mayTimeOut, standingTo } from '../rules.ts'
import { editedVoiceState, saveVoiceState } from './edit-voice.ts'
import { saveMember } from './save.ts'

/** Member flags that callers may set; the platform sets the others. */
const SETTABLE_FLAGS = MemberFlag.BYPASSES_VERIFICATION

/** Applies Modify Guild Member. Each field has its own permission and rank rule; one refused field refuses all. */
export async function editMember(
  work: Work,
  guild: GuildAccess,
  target: { member: Member; user: User },
  body: MemberBody,
): Promise<Member> {
  const { member } = target
  const standing = standingTo(guild, member)
  const changed: Member = { ...member }
  if (body.nick !== undefined) {
    demand(mayRename(standing))
    changed.nick = body.nick || null
  }
  if (body.roles != null) changed.roles = assignedRoles(guild, member, body.roles)
  for (const [field, permission] of [
    ['mute', Permission.MUTE_MEMBERS],
    ['deaf', Permission.DEAFEN_MEMBERS],
  ] as const) {
    const value = body[field]
    if (value == null) continue
    demand(needs(standing.permissions, permission))
    changed[field] = value
  }
  if (body.channel_id !== undefined) demand(needs(standing.permissions, Permission.MOVE_MEMBERS))
  const voice = editedVoiceState(work, guild, member, {
    ...(body.mute == null ? {} : { mute: body.mute }),
    ...(body.deaf == null ? {} : { deaf: body.deaf }),
    ...(body.channel_id === undefined ? {} : { channel_id: body.channel_id }),
  })
  if (body.communication_disabled_until !== undefined)
    changed.communication_disabled_until = timeOutEnd(work, guild, member, body.communication_disabled_until)
  if (body.flags != null) {
    demand(maySetFlags(standing))
    changed.flags = (member.flags & ~SETTABLE_FLAGS) | (body.flags & SETTABLE_FLAGS)
  }
  const saved = await saveAuditedMember(work, guild.view, { before: member, after: changed, user: target.user })
  if (voice) await saveVoiceState(work, guild, { member: saved, user: target.user }, voice)
  return saved
}

/** Saves and audits a changed member, and returns them; does nothing when no field changed. */
export async function saveAuditedMember(
  work: Work,
  view: GuildView,
  { before, after, user }: { before: Member; after: Member; user: User },
): Promise<Member> {
  if (comparable(before) === comparable(after)) return before
  await saveMember(work, after, user)
  await auditMember(work, view, before, after)
  return after
}

function timeOutEnd(work: Work, guild: GuildAccess, member: Member, until: number | null): number | null {
  const administrator = has(guild.view.permissions(member.user_id, member.roles), Permission.ADMINISTRATOR)
  const verdict = mayTimeOut(standingTo(guild, member), until, work.now, { administrator })
  if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY') {
    const message = `A time-out must end within ${TIMEOUT_MAX_DAYS} days.`
    throw invalidForm(['communication_disabled_until'], 'DATE_TOO_FAR', message)
  }
  demand(verdict)
  return until
}

function assignedRoles(guild: GuildAccess, member: Member, wanted: readonly Snowflake[]): Snowflake[] {
  const unique = [...new Set(wanted)].filter((id) => id !== guild.view.id)
  const differing = [
    ...unique.filter((id) => !member.roles.includes(id)),
    ...member.roles.filter((id) => !unique.includes(id)),
  ]
  for (const id of differing) demandAssignable(guild, id)
  return unique
}

/** Throws UNKNOWN_ROLE (10011), or the error of `mayAssign`, for a role that the actor may not give. */
export function demandAssignable(
  { view, member, permissions }: Pick<GuildAccess, 'view' | 'member' | 'permissions'>,
  roleId: Snowflake,
): void {
  const role = view.roles.get(roleId)
  if (!role) throw new ApiError('UNKNOWN_ROLE')
  const rank = view.rank(member.user_id, member.roles)
  demand(
    mayAssign({ permissions, rank }, { position: role.position, managed: role.managed, everyone: role.id === view.id }),
  )
}

/** Returns a member as text that is equal for equal members; the order of roles has no meaning. */
function comparable(member: Member): string {
  return JSON.stringify({ ...member, guild_id: '', user_id: '', roles: member.roles.map(String).sort() })
}

const AUDITED = ['nick', 'mute', 'deaf', 'communication_disabled_until', 'avatar', 'banner', 'flags'] as const

/** Audits changed roles and other changed fields as separate entries, because roles have their own action. */
async function auditMember(work: Work, view: GuildView, before: Member, after: Member): Promise<void> {
  const named = (ids: readonly Snowflake[]) =>
    ids.map((id) => ({ id: id.toString(), name: view.roles.get(id)?.name ?? '' }))
  const added = after.roles.filter((id) => !before.roles.includes(id))
  const removed = before.roles.filter((id) => !after.roles.includes(id))
  const roles: AuditLogChangeObject[] = []
  if (added.length > 0) roles.push({ key: '$add', new_value: named(added) })
  if (removed.length > 0) roles.push({ key: '$remove', new_value: named(removed) })
  const entry = { guildId: view.id, targetId: after.user_id }
  if (roles.length > 0) await audit(work, { ...entry, action: AuditLogAction.MEMBER_ROLE_UPDATE, changes: roles })
  const changes = changesBetween(presentPartialMember(before), presentPartialMember(after), AUDITED)
  if (changes.length > 0) await audit(work, { ...entry, action: AuditLogAction.MEMBER_UPDATE, changes })
}
