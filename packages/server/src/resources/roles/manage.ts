import { ApiError, AuditLogAction, demand, ROLE_NAME_MAX, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { Role } from '../../kernel/model.ts'
import { ImageData, Nullable, Optional, PermissionBits, type Static, Text, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import type { VisibleGuild } from '../channels/index.ts'
import { ColorFields, colorsOf } from './colors.ts'
import { guildRoleUpdate } from './events.ts'
import { presentRole } from './present.ts'
import { mayGrant, type RoleActor } from './rules.ts'
import * as store from './store.ts'

export const RoleBody = Type.Object({
  ...ColorFields,
  name: Optional(Nullable(Text(0, ROLE_NAME_MAX))),
  permissions: Optional(Nullable(PermissionBits)),
  hoist: Optional(Nullable(Type.Boolean())),
  mentionable: Optional(Nullable(Type.Boolean())),
  icon: Optional(Nullable(ImageData)),
  unicode_emoji: Optional(Nullable(Text(0, 100))),
})

const AUDITED = ['name', 'permissions', 'color', 'colors', 'hoist', 'mentionable', 'unicode_emoji', 'icon']

export function actorOf({ view, member, permissions }: VisibleGuild): RoleActor {
  return { permissions, rank: view.rank(member.user_id, member.roles) }
}

/** The role, or 10011. */
export function getRole(guild: VisibleGuild, id: Snowflake): Role {
  const role = guild.view.roles.get(id)
  if (!role) throw new ApiError('UNKNOWN_ROLE')
  return role
}

/** What a request makes of a role; grants are held against the actor. */
export function changedRole(guild: VisibleGuild, role: Role, body: Static<typeof RoleBody>): Role {
  const permissions = body.permissions ?? role.permissions
  demand(mayGrant(actorOf(guild), permissions, role.permissions))
  return {
    ...role,
    ...colorsOf(body, guild.view.guild.features),
    name: body.name || role.name,
    permissions,
    hoist: body.hoist ?? role.hoist,
    mentionable: body.mentionable ?? role.mentionable,
    unicode_emoji: body.unicode_emoji === undefined ? role.unicode_emoji : body.unicode_emoji || null,
  }
}

export async function updateRole(work: Work, before: Role, after: Role): Promise<void> {
  await store.update(work, after)
  work.emit(guildRoleUpdate, guildTopic(after.guild_id), after)
  const changes = changesBetween(presentRole(before), presentRole(after), AUDITED)
  if (changes.length > 0)
    await audit(work, { guildId: after.guild_id, action: AuditLogAction.ROLE_UPDATE, targetId: after.id, changes })
}

/** For the audit log of a role that comes or goes. */
export function auditedFields(role: Role, side: 'old_value' | 'new_value') {
  const wire = presentRole(role)
  return AUDITED.filter((key) => wire[key] !== null).map((key) => ({ key, [side]: wire[key] }))
}
