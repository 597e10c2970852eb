import {
  ApplicationFlag,
  allow,
  CommandPermissionType,
  CommandType,
  has,
  IntegrationType,
  InteractionContext,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { ChannelAccess } from '../../../access/channel.ts'
import type { Application, Channel, Guild } from '../../../kernel/model.ts'
import { GLOBAL, type StoredCommand, type StoredCommandPermissions } from './model.ts'

/** Ways in which an application is installed for a user in a channel. */
export interface Installs {
  /** Whether the guild has installed it, or the channel is the DM with its bot. */
  readonly guild: boolean
  /** Whether the user has installed it. */
  readonly user: boolean
}

/** Returns the interaction context of a channel: a guild, the DM with the application's bot, or another DM. */
export function contextOf(channel: Channel, { bot_id }: Pick<Application, 'bot_id'>): number {
  if (channel.guild_id !== null) return InteractionContext.GUILD
  const withBot = bot_id !== null && channel.recipient_ids.includes(bot_id)
  return withBot ? InteractionContext.BOT_DM : InteractionContext.PRIVATE_CHANNEL
}

/** User of an application's commands, in one channel. */
export interface Invoker {
  readonly userId: Snowflake
  readonly roleIds: readonly Snowflake[]
  /** Permissions in the channel. */
  readonly permissions: bigint
  /** In a thread the id of its parent, because command permissions of a channel also apply to its threads. */
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly nsfwChannel: boolean
  readonly context: number
  readonly installs: Installs
  /** Whether the application has an activity. */
  readonly embedded: boolean
  /** Whether the guild has the older behaviour of command permissions: only the most specific list applies. */
  readonly nearestOnly: boolean
}

/** Returns the invoker for a user with access to a channel. */
export function invokerIn(
  { view, channel, member, permissions }: ChannelAccess,
  userId: Snowflake,
  application: Application,
  installs: Installs,
): Invoker {
  const parent = channel.thread_metadata && channel.parent_id ? view?.channels.get(channel.parent_id) : undefined
  const { id: channelId, nsfw: nsfwChannel } = parent ?? channel
  return {
    userId,
    roleIds: member?.roles ?? [],
    permissions,
    channelId,
    guildId: view?.id ?? null,
    nsfwChannel,
    context: contextOf(channel, application),
    installs,
    embedded: (application.flags & ApplicationFlag.EMBEDDED) !== 0n,
    nearestOnly: view ? hasNearestOnly(view.guild) : false,
  }
}

const { ROLE, USER, CHANNEL } = CommandPermissionType

/**
 * Whether a user can use a command in a channel: by installation, context, age limit, default permissions and the
 * guild's command permissions.
 */
export function isUsable(
  command: StoredCommand,
  invoker: Invoker,
  lists: readonly StoredCommandPermissions[],
): boolean {
  if (command.type === CommandType.PRIMARY_ENTRY_POINT && !invoker.embedded) return false
  if (!(fitsInstall(command, invoker) || isLaunchable(command, invoker))) return false
  if (!fitsContext(command, invoker)) return false
  if (command.nsfw && invoker.guildId !== null && !invoker.nsfwChannel) return false
  if (invoker.guildId === null || has(invoker.permissions, Permission.ADMINISTRATOR)) return true
  if (!has(invoker.permissions, Permission.USE_APPLICATION_COMMANDS)) return false
  // Only user commands are documented to require SEND_MESSAGES.
  if (command.type === CommandType.USER && !has(invoker.permissions, Permission.SEND_MESSAGES)) return false
  return isAllowedByLists(command, invoker, lists)
}

/** Whether a guild has the older behaviour of command permissions, which APPLICATION_COMMAND_PERMISSIONS_V2 marks. */
export function hasNearestOnly({ features }: Pick<Guild, 'features'>): boolean {
  return features.includes('APPLICATION_COMMAND_PERMISSIONS_V2')
}

type Runner = Pick<Invoker, 'userId' | 'roleIds' | 'permissions' | 'guildId' | 'installs' | 'nearestOnly'>

/** Whether a member can run a command in some channel of the guild. */
export function mayRun(command: StoredCommand, runner: Runner, lists: readonly StoredCommandPermissions[]): Verdict {
  if (!fitsInstall(command, runner)) return refuse('MISSING_PERMISSIONS', 'the command is not installed here')
  if (has(runner.permissions, Permission.ADMINISTRATOR) || isAllowedForMember(command, runner, lists)) return allow
  return refuse('MISSING_PERMISSIONS', 'the member cannot run the command')
}

/** Whether an invoker may use a command in a channel. */
export function mayUse(...use: Parameters<typeof isUsable>): Verdict {
  return isUsable(...use) ? allow : refuse('MISSING_PERMISSIONS', 'the command is not available to the user here')
}

/**
 * Whether a caller may change the permission of a role, member or channel. Roles and members must rank below the
 * caller; channels require MANAGE_CHANNELS.
 */
export function mayChangePermission(
  actor: { rank: number },
  target: { rank: number } | { permissions: bigint },
): Verdict {
  if ('rank' in target)
    return actor.rank > target.rank ? allow : refuse('MISSING_PERMISSIONS', 'the target does not rank below the caller')
  return has(target.permissions, Permission.MANAGE_CHANNELS)
    ? allow
    : refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS in the channel')
}

/** Returns the installs that a command supports: the keys of `authorizing_integration_owners`. */
export function installsFor(integrationTypes: readonly number[] | null, { guild, user }: Installs): Installs {
  const types = integrationTypes ?? [IntegrationType.GUILD_INSTALL]
  return {
    guild: guild && types.includes(IntegrationType.GUILD_INSTALL),
    user: user && types.includes(IntegrationType.USER_INSTALL),
  }
}

/** Activities can be launched without being installed: in guilds by members who may use external applications. */
function isLaunchable(command: StoredCommand, { guildId, permissions, embedded }: Invoker): boolean {
  if (command.type !== CommandType.PRIMARY_ENTRY_POINT || !embedded) return false
  return guildId === null || has(permissions, Permission.USE_EXTERNAL_APPS)
}

function fitsInstall(command: StoredCommand, { guildId, installs }: Pick<Invoker, 'guildId' | 'installs'>): boolean {
  if (command.guild_id !== GLOBAL) return command.guild_id === guildId && installs.guild
  const { guild, user } = installsFor(command.integration_types, installs)
  return guild || user
}

/** Guild commands have no other context than their guild. */
function fitsContext(command: StoredCommand, { context }: Invoker): boolean {
  if (command.guild_id !== GLOBAL) return true
  if (command.contexts) return command.contexts.includes(context)
  return context !== InteractionContext.BOT_DM || command.dm_permission
}

/** The channel decides first, by the command's list or, if that does not name it, by the application's. */
function isAllowedByLists(
  command: StoredCommand,
  invoker: Invoker,
  lists: readonly StoredCommandPermissions[],
): boolean {
  const { own, general } = listsFor(command, invoker, lists)
  const channel = channelPermission(own, invoker) ?? channelPermission(general, invoker)
  return channel !== false && isAllowedForMember(command, invoker, lists)
}

/**
 * If the command's list names the member or a role, it decides alone. The application's list can only deny: an allowed
 * member still needs the default permissions of the command.
 */
function isAllowedForMember(
  command: StoredCommand,
  runner: Runner,
  lists: readonly StoredCommandPermissions[],
): boolean {
  const { own, general } = listsFor(command, runner, lists)
  const permission = memberPermission(own, runner)
  if (permission !== undefined) return permission
  if (memberPermission(general, runner) === false) return false
  if (runner.nearestOnly && (own ?? general)) return true
  const needed = command.default_member_permissions
  if (needed === null) return true
  return BigInt(needed) !== 0n && has(runner.permissions, BigInt(needed))
}

interface Lists {
  own: StoredCommandPermissions | undefined
  general: StoredCommandPermissions | undefined
}

/** Returns the lists of the command and its application. With `nearestOnly` the command's list replaces the other. */
function listsFor(
  command: StoredCommand,
  { nearestOnly }: Pick<Runner, 'nearestOnly'>,
  lists: readonly StoredCommandPermissions[],
): Lists {
  const own = lists.find((entry) => entry.target_id === command.id)
  const general = lists.find((entry) => entry.target_id === command.application_id)
  return { own, general: nearestOnly && own ? undefined : general }
}

/** Returns what a list says of a member, their roles or @everyone, in this order; undefined if it names none. */
function memberPermission(
  list: StoredCommandPermissions | undefined,
  { userId, roleIds, guildId }: Runner,
): boolean | undefined {
  if (!list) return undefined
  const user = list.permissions.find((entry) => entry.type === USER && entry.id === userId.toString())
  if (user) return user.permission
  const roles = list.permissions.filter(
    (entry) => entry.type === ROLE && roleIds.some((id) => id.toString() === entry.id),
  )
  if (roles.length > 0) return roles.some((entry) => entry.permission)
  return list.permissions.find((entry) => entry.type === ROLE && entry.id === guildId?.toString())?.permission
}

function channelPermission(
  list: StoredCommandPermissions | undefined,
  { channelId, guildId }: Invoker,
): boolean | undefined {
  if (!list || guildId === null) return undefined
  const own = list.permissions.find((entry) => entry.type === CHANNEL && entry.id === channelId.toString())
  // The guild's id minus 1 means all channels.
  return (own ?? list.permissions.find((entry) => entry.type === CHANNEL && entry.id === (guildId - 1n).toString()))
    ?.permission
}
