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
import type { ChannelAccess } from '../../access/channel.ts'
import type { Application, Guild } from '../../kernel/model.ts'
import { contextOf, type Installs } from './actions/installs.ts'
import type { StoredCommand, StoredCommandPermissions } from './model.ts'

/** Who wants to use commands of an application, and where. */
export interface Invoker {
  readonly userId: Snowflake
  readonly roleIds: readonly Snowflake[]
  /** In the channel; all in a DM. */
  readonly permissions: bigint
  /** Of a thread the parent: rules name channels, and threads follow theirs. */
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly nsfwChannel: boolean
  readonly context: number
  readonly installs: Installs
  /** The application has an activity. */
  readonly embedded: boolean
  /** The guild keeps the older reading of its rules: the nearest list of them counts, and nothing else. */
  readonly nearestRules: boolean
}

export function invokerIn(
  { view, channel, member, permissions }: ChannelAccess,
  userId: Snowflake,
  application: Application,
  installs: Installs,
): Invoker {
  const parent = channel.thread_metadata && channel.parent_id ? view?.channels.get(channel.parent_id) : undefined
  const holder = parent ?? channel
  return {
    userId,
    roleIds: member?.roles ?? [],
    permissions,
    channelId: holder.id,
    guildId: view?.id ?? null,
    nsfwChannel: holder.nsfw,
    context: contextOf(channel, application),
    installs,
    embedded: (application.flags & ApplicationFlag.EMBEDDED) !== 0n,
    nearestRules: view ? hasNearestRules(view.guild) : false,
  }
}

const { ROLE, USER, CHANNEL } = CommandPermissionType

/** May this person use the command here? Installation, context, age limit, default permissions and the guild's own rules for it. */
export function isUsable(
  command: StoredCommand,
  invoker: Invoker,
  rules: readonly StoredCommandPermissions[],
): boolean {
  if (command.type === CommandType.PRIMARY_ENTRY_POINT && !invoker.embedded) return false
  if (!fitsInstall(command, invoker) || !fitsContext(command, invoker)) return false
  if (command.nsfw && invoker.guildId !== null && !invoker.nsfwChannel) return false
  if (invoker.guildId === null || has(invoker.permissions, Permission.ADMINISTRATOR)) return true
  if (!has(invoker.permissions, Permission.USE_APPLICATION_COMMANDS)) return false
  // As documented for these alone: what they open comes by a message of the person's.
  if (command.type === CommandType.USER && !has(invoker.permissions, Permission.SEND_MESSAGES)) return false
  return allowedByRules(command, invoker, rules)
}

/** `APPLICATION_COMMAND_PERMISSIONS_V2` marks the guilds that have not gone over to the newer reading. */
export function hasNearestRules({ features }: Pick<Guild, 'features'>): boolean {
  return features.includes('APPLICATION_COMMAND_PERMISSIONS_V2')
}

type Runner = Pick<Invoker, 'userId' | 'roleIds' | 'permissions' | 'guildId' | 'installs' | 'nearestRules'>

/** The same wherever in the guild it may be: could this member run it at all? */
export function mayRun(command: StoredCommand, runner: Runner, rules: readonly StoredCommandPermissions[]): boolean {
  if (!fitsInstall(command, runner)) return false
  return has(runner.permissions, Permission.ADMINISTRATOR) || allowedForMember(command, runner, rules)
}

/** Rules about a role or member are made from above them, those about a channel by who manages it. */
export function mayChangePermission(
  actor: { rank: number },
  target: { rank: number } | { permissions: bigint },
): Verdict {
  if ('rank' in target)
    return actor.rank > target.rank ? allow : refuse('MISSING_PERMISSIONS', 'stands as high or higher')
  return has(target.permissions, Permission.MANAGE_CHANNELS)
    ? allow
    : refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS there')
}

/** Which installations let this command be used: the keys of `authorizing_integration_owners`. */
export function installsFor(integrationTypes: readonly number[] | null, { guild, user }: Installs): Installs {
  const types = integrationTypes ?? [IntegrationType.GUILD_INSTALL]
  return {
    guild: guild && types.includes(IntegrationType.GUILD_INSTALL),
    user: user && types.includes(IntegrationType.USER_INSTALL),
  }
}

function fitsInstall(command: StoredCommand, { guildId, installs }: Pick<Invoker, 'guildId' | 'installs'>): boolean {
  if (command.guild_id !== 0n) return command.guild_id === guildId && installs.guild
  const { guild, user } = installsFor(command.integration_types, installs)
  return guild || user
}

/** Guild commands know no other context than their guild. */
function fitsContext(command: StoredCommand, { context }: Invoker): boolean {
  if (command.guild_id !== 0n) return true
  if (command.contexts) return command.contexts.includes(context)
  return context !== InteractionContext.BOT_DM || command.dm_permission
}

/** Channels first: the command's rules, or where they say nothing the application's. */
function allowedByRules(command: StoredCommand, invoker: Invoker, rules: readonly StoredCommandPermissions[]): boolean {
  const { own, general } = rulesOf(command, invoker, rules)
  const channel = channelVerdict(own, invoker) ?? channelVerdict(general, invoker)
  return channel !== false && allowedForMember(command, invoker, rules)
}

/**
 * The command's own rules decide alone, a person's before their roles'. The application's can only shut out: whom they
 * let in still needs the permissions that the command asks for by default.
 */
function allowedForMember(command: StoredCommand, runner: Runner, rules: readonly StoredCommandPermissions[]): boolean {
  const { own, general } = rulesOf(command, runner, rules)
  const verdict = memberVerdict(own, runner)
  if (verdict !== undefined) return verdict
  if (memberVerdict(general, runner) === false) return false
  if (runner.nearestRules && (own ?? general)) return true
  const needed = command.default_member_permissions
  if (needed === null) return true
  return BigInt(needed) !== 0n && has(runner.permissions, BigInt(needed))
}

/** In the older reading the application's rules count for nothing where the command has any. */
function rulesOf(
  command: StoredCommand,
  { nearestRules }: Pick<Runner, 'nearestRules'>,
  rules: readonly StoredCommandPermissions[],
) {
  const own = rules.find((entry) => entry.target_id === command.id)
  const general = rules.find((entry) => entry.target_id === command.application_id)
  return { own, general: nearestRules && own ? undefined : general }
}

function memberVerdict(
  rules: StoredCommandPermissions | undefined,
  { userId, roleIds, guildId }: Runner,
): boolean | undefined {
  if (!rules) return undefined
  const user = rules.permissions.find((entry) => entry.type === USER && entry.id === userId.toString())
  if (user) return user.permission
  const roles = rules.permissions.filter(
    (entry) => entry.type === ROLE && roleIds.some((id) => id.toString() === entry.id),
  )
  if (roles.length > 0) return roles.some((entry) => entry.permission)
  return rules.permissions.find((entry) => entry.type === ROLE && entry.id === guildId?.toString())?.permission
}

function channelVerdict(
  rules: StoredCommandPermissions | undefined,
  { channelId, guildId }: Invoker,
): boolean | undefined {
  if (!rules || guildId === null) return undefined
  const own = rules.permissions.find((entry) => entry.type === CHANNEL && entry.id === channelId.toString())
  // All channels of a guild are named by its id less one.
  return (own ?? rules.permissions.find((entry) => entry.type === CHANNEL && entry.id === (guildId - 1n).toString()))
    ?.permission
}
