import type { ChannelObject, GuildObject, MemberObject, RoleObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol'

const ALL = Object.values(Permission).reduce((all, bit) => all | bit, 0n)
/** Permissions that a member in a timeout keeps. */
const IN_TIMEOUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY

/** Facts that permissions of a member depend on. */
export interface PermissionFacts {
  readonly guild: Pick<GuildObject, 'id' | 'owner_id'>
  readonly roles: ReadonlyMap<string, RoleObject>
  readonly member: Pick<MemberObject, 'roles'> &
    Partial<Pick<MemberObject, 'communication_disabled_until'>> & { userId: string }
}

/** Returns the permissions of a member in a guild. [PRM] */
export function guildPermissions({ guild, roles, member }: PermissionFacts): bigint {
  if (guild.owner_id === member.userId) return ALL
  let permissions = BigInt(roles.get(guild.id)?.permissions ?? 0)
  for (const id of member.roles) permissions |= BigInt(roles.get(id)?.permissions ?? 0)
  return permissions & Permission.ADMINISTRATOR ? ALL : permissions
}

/** Returns the permissions of a member in a channel; a thread takes the overwrites of its parent. */
export function channelPermissions(
  facts: PermissionFacts,
  channel: Pick<ChannelObject, 'permission_overwrites'>,
  now = Date.now(),
): bigint {
  const base = guildPermissions(facts)
  if (base === ALL) return ALL
  const { guild, member } = facts
  const overwrites = new Map((channel.permission_overwrites ?? []).map((overwrite) => [overwrite.id, overwrite]))
  const apply = (permissions: bigint, ids: readonly string[]) => {
    let [allow, deny] = [0n, 0n]
    for (const id of ids) {
      const overwrite = overwrites.get(id)
      if (!overwrite) continue
      allow |= BigInt(overwrite.allow)
      deny |= BigInt(overwrite.deny)
    }
    return (permissions & ~deny) | allow
  }
  let permissions = apply(base, [guild.id])
  permissions = apply(permissions, member.roles)
  permissions = apply(permissions, [member.userId])
  const until = member.communication_disabled_until
  if (until && Date.parse(until) > now) permissions &= IN_TIMEOUT
  return permissions
}
