import { has, InteractionContext, Permission, type Snowflake } from '@guildhall/protocol'
import type { Command, CommandPermissions } from './command.ts'

export interface Invoker {
  readonly userId: Snowflake
  readonly roleIds: readonly Snowflake[]
  /** In the channel; all in a DM. */
  readonly permissions: bigint
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly nsfwChannel: boolean
}

const ROLE = 1
const USER = 2
const CHANNEL = 3

/** May this person use the command here? Context, age limit, default permissions and the guild's own rules for it. */
export function isUsable(
  command: Command,
  invoker: Invoker,
  context: number,
  rules: readonly CommandPermissions[],
): boolean {
  if (!fitsContext(command, invoker, context)) return false
  if (command.nsfw && invoker.guildId !== null && !invoker.nsfwChannel) return false
  if (invoker.guildId === null || has(invoker.permissions, Permission.ADMINISTRATOR)) return true
  if (!has(invoker.permissions, Permission.USE_APPLICATION_COMMANDS)) return false
  return allowedByRules(command, invoker, rules)
}

function fitsContext(command: Command, invoker: Invoker, context: number): boolean {
  if (command.guild_id !== 0n) return command.guild_id === invoker.guildId
  if (command.contexts) return command.contexts.includes(context)
  return context !== InteractionContext.BOT_DM || command.dm_permission
}

/** Rules of the command go before those of all the application's; a person's own before their roles'. */
function allowedByRules(command: Command, invoker: Invoker, rules: readonly CommandPermissions[]): boolean {
  const own = rules.find((entry) => entry.target_id === command.id)
  const general = rules.find((entry) => entry.target_id === command.application_id)
  const channel = channelVerdict(own, invoker) ?? channelVerdict(general, invoker)
  if (channel === false) return false
  const verdict = memberVerdict(own, invoker) ?? memberVerdict(general, invoker)
  if (verdict !== undefined) return verdict
  const needed = command.default_member_permissions
  if (needed === null) return true
  return BigInt(needed) !== 0n && has(invoker.permissions, BigInt(needed))
}

function memberVerdict(
  rules: CommandPermissions | undefined,
  { userId, roleIds, guildId }: Invoker,
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

function channelVerdict(rules: CommandPermissions | undefined, { channelId, guildId }: Invoker): boolean | undefined {
  if (!rules || guildId === null) return undefined
  const own = rules.permissions.find((entry) => entry.type === CHANNEL && entry.id === channelId.toString())
  // All channels of a guild are named by its id less one.
  return (own ?? rules.permissions.find((entry) => entry.type === CHANNEL && entry.id === (guildId - 1n).toString()))
    ?.permission
}
