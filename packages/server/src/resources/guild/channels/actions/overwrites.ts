import { ChannelType, demand, has, Permission } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, Member, Overwrite } from '../../../../kernel/model.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayOverwrite, type OverwriteActor } from '../rules.ts'
import { saveChannel } from './save.ts'

/** Returns what decides which overwrites of a channel a member may set. `permissions` are those in the channel. */
export function overwriteActor(
  view: GuildView,
  channel: Channel,
  member: Member,
  permissions: bigint,
  at: number,
): OverwriteActor {
  const viewer = Viewer.of('person', view, member, at)
  const parent = channel.parent_id === null ? undefined : view.channels.get(channel.parent_id)
  const own = new Set([member.user_id, view.id, ...member.roles])
  return {
    permissions,
    wider: viewer.guildPermissions | (parent ? viewer.permissionsOf(parent) : 0n),
    managesHere: channel.permission_overwrites.some(
      (overwrite) => own.has(overwrite.id) && has(overwrite.allow, Permission.MANAGE_ROLES),
    ),
  }
}

/** Rejects a change of overwrites if the actor may not make one of its changes. @throws MISSING_PERMISSIONS (50013) */
export function demandMayOverwrite(
  actor: OverwriteActor,
  before: readonly Overwrite[],
  after: readonly Overwrite[],
): void {
  for (const overwrite of after) {
    const known = before.find((entry) => entry.id === overwrite.id)
    demand(mayOverwrite(actor, known, overwrite))
  }
  for (const known of before) {
    if (!after.some((entry) => entry.id === known.id)) demand(mayOverwrite(actor, known, { allow: 0n, deny: 0n }))
  }
}

/** Gives the new overwrites of a category to those of its channels that had the same overwrites as the category. */
export async function syncOverwrites(work: Work, view: GuildView, before: Channel, after: Channel): Promise<void> {
  if (before.type !== ChannelType.GUILD_CATEGORY) return
  const old = fingerprint(before.permission_overwrites)
  if (old === fingerprint(after.permission_overwrites)) return
  for (const child of view.channels.values()) {
    if (child.parent_id !== before.id || fingerprint(child.permission_overwrites) !== old) continue
    await saveChannel(work, child, { ...child, permission_overwrites: after.permission_overwrites })
  }
}

function fingerprint(overwrites: readonly Overwrite[]): string {
  return overwrites
    .map(({ id, type, allow, deny }) => `${id} ${type} ${allow} ${deny}`)
    .sort()
    .join()
}
