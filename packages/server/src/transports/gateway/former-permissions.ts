import { ChannelType, type Snowflake } from '@guildhall/protocol'
import type { Viewer } from '../../kernel/viewer.ts'
import { isThread } from '../../resources/guild/channels/index.ts'

/** Permissions of a session in a guild at the moment at which it was kept. */
export interface FormerPermissions {
  readonly guild: bigint
  readonly channels: ReadonlyMap<Snowflake, bigint>
  /** Permissions of each role that the session's member had, @everyone included. */
  readonly roles: ReadonlyMap<Snowflake, bigint>
}

/** The same in a row: the channels of each set of permissions. */
export interface StoredPermissions {
  readonly guild: bigint
  readonly channels: readonly (readonly [permissions: bigint, channelIds: readonly Snowflake[]])[]
  /** Absent in rows of versions that did not keep it. */
  readonly roles?: readonly (readonly [id: Snowflake, permissions: bigint])[]
}

/** Returns the present permissions of a viewer. Threads have those of their channel, but for private ones. */
export function permissionsOf(viewer: Viewer): StoredPermissions {
  const byPermissions = new Map<bigint, Snowflake[]>()
  for (const { id, type } of viewer.view?.channels.values() ?? []) {
    if (isThread(type) && type !== ChannelType.PRIVATE_THREAD) continue
    const permissions = viewer.permissionsIn(id)
    const known = byPermissions.get(permissions)
    if (known) known.push(id)
    else byPermissions.set(permissions, [id])
  }
  return { guild: viewer.guildPermissions, channels: [...byPermissions], roles: [...permissionsOfRoles(viewer)] }
}

function* permissionsOfRoles({ view, roleIds }: Viewer): Iterable<readonly [Snowflake, bigint]> {
  for (const id of view ? [view.id, ...roleIds] : []) {
    const role = view?.roles.get(id)
    if (role) yield [id, role.permissions]
  }
}

/** Returns stored permissions by channel; null for none. */
export function formerPermissions(stored: StoredPermissions | null | undefined): FormerPermissions | null {
  if (!stored) return null
  const channels = stored.channels.flatMap(([permissions, ids]) => ids.map((id) => [id, permissions] as const))
  return { guild: stored.guild, channels: new Map(channels), roles: new Map(stored.roles) }
}
