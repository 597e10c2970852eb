import {
  ApiError,
  type CommandPermissionObject,
  type CommandPermissionsObject,
  CommandPermissionType,
  demand,
  Faults,
  needs,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { usableChannelPermissions } from '../../../../access/channel.ts'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Application, Member } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'

import { findIntegration } from '../../integrations/index.ts'
import { GLOBAL, type StoredCommand, type StoredCommandPermissions } from '../model.ts'
import * as store from '../store.ts'
import { hasNearestOnly, mayChangePermission, mayRun } from '../usage-rules.ts'
import { installsIn } from './installs.ts'
import { savePermissions } from './save-permissions.ts'

/** Guild, and an application that it has installed. */
export interface PermissionsTarget {
  readonly guildId: Snowflake
  readonly application: Application
}

/**
 * Returns the guild and application of a request for command permissions. Callers are the application, by its bot or a
 * Bearer token, and users with MANAGE_GUILD.
 */
export async function permissionsTargetForCaller(
  work: Work,
  caller: Caller,
  params: { application_id: Snowflake; guild_id: Snowflake },
): Promise<PermissionsTarget> {
  const guildId = params.guild_id
  if (caller.kind !== 'person' && caller.application?.id !== params.application_id)
    throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  if (caller.kind === 'person') {
    const { permissions } = await guildForCaller(work, caller, guildId)
    demand(needs(permissions, Permission.MANAGE_GUILD))
  }
  const application = await findApplication(work, params.application_id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  if (!(await findIntegration(work, guildId, application.id))) throw new ApiError('MISSING_ACCESS')
  return { guildId, application }
}

/** Replaces the permissions of a command, or of every command without any if the target is the application. */
export async function replacePermissions(
  work: Work,
  caller: Caller,
  { guildId, application }: PermissionsTarget,
  entry: StoredCommandPermissions,
): Promise<CommandPermissionsObject> {
  const guild = await guildForCaller(work, caller, guildId)
  demand(needs(guild.permissions, Permission.MANAGE_GUILD | Permission.MANAGE_ROLES))
  const rules = await store.listCommandPermissions(work, application.id, guildId)
  await demandRunnable(work, guild, application, entry.target_id, rules)
  const before = rules.find(({ target_id }) => target_id === entry.target_id)?.permissions ?? []
  const changes = changesOf(before, entry.permissions)
  await checkChanged(work, guild, changes, entry.permissions)
  const audited = changes.map(({ id, before: old_value, after: new_value }) => ({ key: id, old_value, new_value }))
  return savePermissions(work, { guildId, application }, entry, audited)
}

/** Rejects callers who cannot run the command themselves. */
async function demandRunnable(
  work: Work,
  { view, member, permissions }: GuildAccess,
  application: Application,
  targetId: Snowflake,
  rules: readonly StoredCommandPermissions[],
): Promise<void> {
  if (targetId === application.id) return
  const command: StoredCommand | undefined = await store.findCommand(work, targetId)
  const here = command?.guild_id === GLOBAL || command?.guild_id === view.id
  if (command?.application_id !== application.id || !here) throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
  const [channel] = view.channels.values()
  const installs = channel
    ? await installsIn(work, { view, channel }, application, member.user_id)
    : { guild: true, user: false }
  const nearestOnly = hasNearestOnly(view.guild)
  const invoker = {
    userId: member.user_id,
    roleIds: member.roles,
    permissions,
    guildId: view.id,
    installs,
    nearestOnly,
  }
  demand(mayRun(command, invoker, rules))
}

interface Change {
  readonly id: string
  readonly type: number
  readonly before: CommandPermissionObject | undefined
  readonly after: CommandPermissionObject | undefined
}

/** Returns the permissions that were added, removed or inverted, by target. */
function changesOf(before: readonly CommandPermissionObject[], after: readonly CommandPermissionObject[]): Change[] {
  const same = (one: CommandPermissionObject) => (other: CommandPermissionObject) =>
    one.id === other.id && one.type === other.type
  const kept = after.map((entry) => ({ ...entry, before: before.find(same(entry)), after: entry }))
  const gone = before.filter((entry) => !after.some(same(entry)))
  return [...kept, ...gone.map((entry) => ({ ...entry, before: entry, after: undefined }))].filter(
    (change) => change.before?.permission !== change.after?.permission,
  )
}

/** Checks that each changed target exists and that the caller can manage it. */
async function checkChanged(
  work: Work,
  guild: GuildAccess,
  changes: readonly Change[],
  given: readonly CommandPermissionObject[],
): Promise<void> {
  const faults = new Faults()
  const seen = new Set<string>()
  for (const [index, { type, id }] of given.entries()) {
    if (seen.has(`${type} ${id}`))
      faults.add(['permissions', index], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    seen.add(`${type} ${id}`)
  }
  for (const { id, type, after } of changes) {
    const target = await targetOf(work, guild, type, BigInt(id))
    if (target) demand(mayChangePermission({ ...guild, rank: rankOf(guild.view, guild.member) }, target))
    // Anyone may remove entries whose role, member or channel was deleted.
    else if (after)
      faults.add(['permissions', given.indexOf(after), 'id'], 'BASE_TYPE_CHOICES', 'There is no such entity here.')
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

const rankOf = (view: GuildView, { user_id, roles }: Member) => view.rank(user_id, roles)

/** Returns what the rule needs of a role, member or channel; null if unknown. The guild's id minus 1: all channels. */
async function targetOf(
  work: Work,
  guild: GuildAccess,
  type: number,
  id: Snowflake,
): Promise<Parameters<typeof mayChangePermission>[1] | null> {
  const { view, member, permissions } = guild
  if (type === CommandPermissionType.ROLE) {
    const role = view.roles.get(id)
    return role ? { rank: id === view.id ? -1 : role.position } : null
  }
  if (type === CommandPermissionType.USER) {
    const other = await memberInGuild(work, view, id)
    return other ? { rank: id === member.user_id ? -1 : rankOf(view, other) } : null
  }
  if (id === view.id - 1n) return { permissions }
  const channel = view.channels.get(id)
  return channel && !channel.thread_metadata ? { permissions: usableChannelPermissions(work, guild, channel) } : null
}
