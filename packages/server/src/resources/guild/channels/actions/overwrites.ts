import { AuditLogAction, ChannelType, demand, has, Permission } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, Member, Overwrite } from '../../../../kernel/model.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import type { Work } from '../../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
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

/**
 * Stores a channel whose overwrites a request may have changed, and emits CHANNEL_UPDATE. Each overwrite that was
 * added, changed or removed has its audit log entry, whichever route changed it (developers/resources/audit-log,
 * "Audit Log Events").
 */
export async function saveWithOverwrites(work: Work, view: GuildView, before: Channel, after: Channel): Promise<void> {
  await saveChannel(work, before, after)
  const known = new Map(before.permission_overwrites.map((overwrite) => [overwrite.id, overwrite]))
  for (const overwrite of after.permission_overwrites) {
    await auditOverwrite(work, view, after, { was: known.get(overwrite.id), is: overwrite })
    known.delete(overwrite.id)
  }
  for (const was of known.values()) await auditOverwrite(work, view, after, { was, is: undefined })
}

/** Writes the audit log entry of one overwrite; none for an equal one. */
async function auditOverwrite(
  work: Work,
  view: GuildView,
  channel: Channel,
  { was, is }: { was: Overwrite | undefined; is: Overwrite | undefined },
): Promise<void> {
  const subject = is ?? was
  const changes = changesBetween(was ? fieldsOf(was) : {}, is ? fieldsOf(is) : {}, ['id', 'type', 'allow', 'deny'])
  if (!subject || changes.length === 0) return
  const { CHANNEL_OVERWRITE_CREATE, CHANNEL_OVERWRITE_UPDATE, CHANNEL_OVERWRITE_DELETE } = AuditLogAction
  const action = !was ? CHANNEL_OVERWRITE_CREATE : is ? CHANNEL_OVERWRITE_UPDATE : CHANNEL_OVERWRITE_DELETE
  const role = subject.type === 0 ? view.roles.get(subject.id) : undefined
  const options = { id: subject.id.toString(), type: String(subject.type), ...(role && { role_name: role.name }) }
  await audit(work, { guildId: view.id, action, targetId: channel.id, changes, options })
}

const fieldsOf = ({ id, type, allow, deny }: Overwrite) => ({
  id: id.toString(),
  type,
  allow: allow.toString(),
  deny: deny.toString(),
})

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
