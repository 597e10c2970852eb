import { ChannelType, type Snowflake } from '@guildhall/protocol'
import type { Viewer } from '../../kernel/viewer.ts'
import { isThread } from '../../resources/guild/channels/index.ts'

/** Permissions of a session in a guild at the moment at which it was kept. */
export interface FormerPermissions {
  readonly guild: bigint
  readonly channels: ReadonlyMap<Snowflake, bigint>
}

/** The same in a row: the channels of each set of permissions. */
export interface StoredPermissions {
  readonly guild: bigint
  readonly channels: readonly (readonly [permissions: bigint, channelIds: readonly Snowflake[]])[]
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
  return { guild: viewer.guildPermissions, channels: [...byPermissions] }
}

/** Returns stored permissions by channel; null for none. */
export function formerPermissions(stored: StoredPermissions | null | undefined): FormerPermissions | null {
  if (!stored) return null
  const channels = stored.channels.flatMap(([permissions, ids]) => ids.map((id) => [id, permissions] as const))
  return { guild: stored.guild, channels: new Map(channels) }
}
