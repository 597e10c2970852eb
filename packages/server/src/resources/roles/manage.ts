import { ALL_PERMISSIONS, ApiError, AuditLogAction, demand, ROLE_NAME_MAX, type Snowflake } from '@guildhall/protocol'
import type { GuildAccess } from '../../access/guild.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { StoredRole } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { storeImage } from '../../media/store-image.ts'
import { ImageData, OptionalNullable, PermissionBits, type Static, Text, Type } from '../../validation/schema.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { AUDITED, auditedRole } from './audited.ts'
import { ColorFields, colorsOf } from './colors.ts'
import { guildRoleUpdate } from './events.ts'
import { mayGrant, mayHaveIcon, type RoleActor } from './rules.ts'
import * as store from './store.ts'

export const RoleBody = Type.Object({
  ...ColorFields,
  name: OptionalNullable(Text(0, ROLE_NAME_MAX)),
  permissions: OptionalNullable(PermissionBits),
  hoist: OptionalNullable(Type.Boolean()),
  mentionable: OptionalNullable(Type.Boolean()),
  icon: OptionalNullable(ImageData),
  unicode_emoji: OptionalNullable(Text(0, 100)),
})

export function actorOf({ view, member, permissions }: GuildAccess): RoleActor {
  return { permissions, rank: view.rank(member.user_id, member.roles) }
}

/** The role, or 10011. */
export function getRole(guild: GuildAccess, id: Snowflake): StoredRole {
  const role = guild.view.roles.get(id)
  if (!role) throw new ApiError('UNKNOWN_ROLE')
  return role
}

type Body = Static<typeof RoleBody>

/** What a request makes of a role; grants are held against the actor. Bits that mean nothing are dropped. */
export async function changedRole(
  guild: GuildAccess,
  role: StoredRole,
  body: Body,
  platform: Platform,
): Promise<StoredRole> {
  const permissions = body.permissions == null ? role.permissions : body.permissions & ALL_PERMISSIONS
  demand(mayGrant(actorOf(guild), permissions, role.permissions))
  const { features } = guild.view.guild
  if (body.icon || body.unicode_emoji) demand(mayHaveIcon(features))
  const everyone = role.id === role.guild_id
  return {
    ...role,
    ...colorsOf(body, features),
    ...(await iconOf(role, body, platform)),
    name: everyone ? role.name : body.name || role.name,
    permissions,
    hoist: body.hoist ?? role.hoist,
    mentionable: body.mentionable ?? role.mentionable,
  }
}

/** An icon or an emoji: the one given replaces the other. */
async function iconOf(
  role: StoredRole,
  body: Body,
  platform: Platform,
): Promise<Pick<StoredRole, 'icon' | 'unicode_emoji'>> {
  if (body.icon) return { icon: await storeImage(platform, `role-icons/${role.id}`, body.icon), unicode_emoji: null }
  if (body.unicode_emoji) return { icon: null, unicode_emoji: body.unicode_emoji }
  return {
    icon: body.icon === undefined ? role.icon : null,
    unicode_emoji: body.unicode_emoji === undefined ? role.unicode_emoji : null,
  }
}

/** Stores a changed role, announces it and writes it into the audit log; nothing of that when nothing has changed. */
export async function updateRole(work: Work, before: StoredRole, after: StoredRole): Promise<void> {
  const changes = changesBetween(auditedRole(before), auditedRole(after), AUDITED)
  if (changes.length === 0 && before.position === after.position) return
  await store.update(work, after)
  work.emit(guildRoleUpdate, guildTopic(after.guild_id), after)
  if (changes.length > 0)
    await audit(work, { guildId: after.guild_id, action: AuditLogAction.ROLE_UPDATE, targetId: after.id, changes })
}
