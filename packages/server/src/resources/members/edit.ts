import {
  ApiError,
  AuditLogAction,
  type AuditLogChangeObject,
  demand,
  has,
  invalidForm,
  MemberFlag,
  NICKNAME_MAX,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { GuildAccess } from '../../access/guild.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, OptionalNullable, SnowflakeId, type Static, Text, Timestamp, Type } from '../../validation/schema.ts'
import { audit, changesBetween } from '../audit-log/index.ts'

import { changeMember } from './change.ts'
import { presentMemberOnly } from './present.ts'
import { mayAssign, mayRename, maySetFlags, mayTimeOut } from './rules.ts'
import { standingTo } from './standing.ts'
import { editedVoice, saveVoice } from './voice.ts'

export const MemberBody = Type.Object({
  nick: OptionalNullable(Text(0, NICKNAME_MAX)),
  roles: OptionalNullable(Type.Array(SnowflakeId, { maxItems: 250 })),
  mute: OptionalNullable(Type.Boolean()),
  deaf: OptionalNullable(Type.Boolean()),
  channel_id: OptionalNullable(SnowflakeId),
  communication_disabled_until: OptionalNullable(Timestamp),
  flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
})

/** What may be set from outside. */
const SETTABLE_FLAGS = MemberFlag.BYPASSES_VERIFICATION

/** Modify Guild Member: each field by its own permission and the order of roles; all or nothing. */
export async function editMember(
  work: Work,
  guild: GuildAccess,
  target: { member: Member; user: User },
  body: Static<typeof MemberBody>,
): Promise<Member> {
  const { member } = target
  const standing = standingTo(guild, member)
  const changed: Member = { ...member }
  if (body.nick !== undefined) {
    demand(mayRename(standing))
    changed.nick = body.nick || null
  }
  if (body.roles != null) changed.roles = assigned(guild, member, body.roles)
  for (const [field, permission] of [
    ['mute', Permission.MUTE_MEMBERS],
    ['deaf', Permission.DEAFEN_MEMBERS],
  ] as const) {
    const value = body[field]
    if (value == null) continue
    if (!has(standing.permissions, permission)) throw new ApiError('MISSING_PERMISSIONS')
    changed[field] = value
  }
  if (body.channel_id !== undefined && !has(standing.permissions, Permission.MOVE_MEMBERS))
    throw new ApiError('MISSING_PERMISSIONS')
  const voice = editedVoice(work, guild, member, {
    ...(body.mute == null ? {} : { mute: body.mute }),
    ...(body.deaf == null ? {} : { deaf: body.deaf }),
    ...(body.channel_id === undefined ? {} : { channel_id: body.channel_id }),
  })
  if (body.communication_disabled_until !== undefined)
    changed.communication_disabled_until = timeOut(work, guild, member, body.communication_disabled_until)
  if (body.flags != null) {
    demand(maySetFlags(standing))
    changed.flags = (member.flags & ~SETTABLE_FLAGS) | (body.flags & SETTABLE_FLAGS)
  }
  const saved = await saveMember(work, guild, { before: member, after: changed, user: target.user })
  if (voice) await saveVoice(work, guild, { member: saved, user: target.user }, voice)
  return saved
}

/** Stores a changed member, announces it and writes it into the audit log; nothing of that when nothing has changed. */
export async function saveMember(
  work: Work,
  { view }: Pick<GuildAccess, 'view'>,
  { before, after, user }: { before: Member; after: Member; user: User },
): Promise<Member> {
  if (plain(before) === plain(after)) return before
  await changeMember(work, after, user)
  await auditChange(work, view, before, after)
  return after
}

function timeOut(work: Work, { view, ...guild }: GuildAccess, member: Member, until: number | null): number | null {
  const administrator = has(view.permissions(member.user_id, member.roles), Permission.ADMINISTRATOR)
  const verdict = mayTimeOut(standingTo({ view, ...guild }, member), until, work.now, { administrator })
  if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY') {
    throw invalidForm(['communication_disabled_until'], 'DATE_TOO_FAR', 'Time-outs end within 28 days.')
  }
  demand(verdict)
  return until
}

function assigned(guild: GuildAccess, member: Member, wanted: readonly Snowflake[]): Snowflake[] {
  const unique = [...new Set(wanted)].filter((id) => id !== guild.view.id)
  const differing = [
    ...unique.filter((id) => !member.roles.includes(id)),
    ...member.roles.filter((id) => !unique.includes(id)),
  ]
  for (const id of differing) demandAssignable(guild, id)
  return unique
}

/** 10011 for no role; else the rule. */
export function demandAssignable({ view, member, permissions }: GuildAccess, roleId: Snowflake): void {
  const role = view.roles.get(roleId)
  if (!role) throw new ApiError('UNKNOWN_ROLE')
  const rank = view.rank(member.user_id, member.roles)
  demand(
    mayAssign({ permissions, rank }, { position: role.position, managed: role.managed, everyone: role.id === view.id }),
  )
}

/** As text, the same for the same member: the order of roles means nothing. */
function plain(member: Member): string {
  return JSON.stringify({ ...member, guild_id: '', user_id: '', roles: member.roles.map(String).sort() })
}

const AUDITED = ['nick', 'mute', 'deaf', 'communication_disabled_until', 'avatar', 'banner', 'flags'] as const

/** Changes of roles have an action of their own. */
async function auditChange(work: Work, view: GuildView, before: Member, after: Member): Promise<void> {
  const named = (ids: readonly Snowflake[]) =>
    ids.map((id) => ({ id: id.toString(), name: view.roles.get(id)?.name ?? '' }))
  const added = after.roles.filter((id) => !before.roles.includes(id))
  const removed = before.roles.filter((id) => !after.roles.includes(id))
  const roles: AuditLogChangeObject[] = []
  if (added.length > 0) roles.push({ key: '$add', new_value: named(added) })
  if (removed.length > 0) roles.push({ key: '$remove', new_value: named(removed) })
  const entry = { guildId: view.id, targetId: after.user_id }
  if (roles.length > 0) await audit(work, { ...entry, action: AuditLogAction.MEMBER_ROLE_UPDATE, changes: roles })
  const changes = changesBetween(presentMemberOnly(before), presentMemberOnly(after), AUDITED)
  if (changes.length > 0) await audit(work, { ...entry, action: AuditLogAction.MEMBER_UPDATE, changes })
}
