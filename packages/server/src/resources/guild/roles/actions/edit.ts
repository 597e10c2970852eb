import { ALL_PERMISSIONS, AuditLogAction, demand, invalidForm } from '@guildhall/protocol'
import type { GuildAccess } from '../../../../access/guild.ts'
import type { StoredRole } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { storeImage } from '../../../accounts/files/index.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { isUnicodeEmoji } from '../../emojis/index.ts'
import { requestedColors } from '../color-rules.ts'
import { AUDITED_ROLE_KEYS, presentAuditedRole } from '../present.ts'
import type { RoleBody } from '../requests.ts'
import { mayGrant, mayHaveIcon, roleActorOf } from '../rules.ts'
import { saveRole } from './save.ts'

/**
 * Returns a role as a request changes it, and stores a new icon. Ignores unknown permission bits.
 *
 * @throws MISSING_PERMISSIONS (50013) for permissions that the actor lacks; GUILD_BOOSTS_REQUIRED for an icon in a
 *   guild without ROLE_ICONS; INVALID_FORM_BODY (50035) for a `unicode_emoji` that is no standard emoji
 */
export async function requestedRole(
  work: Work,
  guild: GuildAccess,
  role: StoredRole,
  body: RoleBody,
  platform: Platform,
): Promise<StoredRole> {
  const permissions = body.permissions == null ? role.permissions : body.permissions & ALL_PERMISSIONS
  demand(mayGrant(roleActorOf(guild), permissions, role.permissions))
  const { features } = guild.view.guild
  if (body.icon || body.unicode_emoji) demand(mayHaveIcon(features))
  if (body.unicode_emoji && !isUnicodeEmoji(body.unicode_emoji))
    throw invalidForm(['unicode_emoji'], 'BASE_TYPE_CHOICES', 'Not a standard emoji.')
  const everyone = role.id === role.guild_id
  return {
    ...role,
    ...requestedColors(body, features),
    ...(await requestedIcon(work, role, body, platform)),
    name: everyone ? role.name : body.name || role.name,
    permissions,
    hoist: body.hoist ?? role.hoist,
    mentionable: body.mentionable ?? role.mentionable,
  }
}

/** Returns the icon and emoji of a role; setting one of them clears the other. */
async function requestedIcon(
  work: Work,
  role: StoredRole,
  body: RoleBody,
  platform: Platform,
): Promise<Pick<StoredRole, 'icon' | 'unicode_emoji'>> {
  const location = { folder: `role-icons/${role.id}`, before: role.icon }
  if (body.icon) return { icon: await storeImage(work, platform, location, body.icon), unicode_emoji: null }
  const icon = body.unicode_emoji || body.icon === null ? await storeImage(work, platform, location, null) : role.icon
  if (body.unicode_emoji) return { icon, unicode_emoji: body.unicode_emoji }
  return {
    icon,
    unicode_emoji: body.unicode_emoji === undefined ? role.unicode_emoji : null,
  }
}

/** Saves and audits a changed role; does nothing when no field changed. New positions are not audited. */
export async function editRole(work: Work, before: StoredRole, after: StoredRole): Promise<void> {
  const changes = changesBetween(presentAuditedRole(before), presentAuditedRole(after), AUDITED_ROLE_KEYS)
  if (changes.length === 0 && before.position === after.position) return
  await saveRole(work, after)
  if (changes.length > 0)
    await audit(work, { guildId: after.guild_id, action: AuditLogAction.ROLE_UPDATE, targetId: after.id, changes })
}
