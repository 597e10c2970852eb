import {
  allow,
  type Changes,
  ChannelType,
  has,
  type Instant,
  namesOf,
  Permission,
  refuse,
  type Verdict,
} from '@guildhall/protocol'

type Bits = { allow: bigint; deny: bigint }

/** Permissions that decide which overwrites a member may set. */
export interface OverwriteActor {
  /** Permissions in the channel. */
  readonly permissions: bigint
  /** Permissions in the guild and in the category around the channel; the actor may allow and deny these here. */
  readonly wider: bigint
  /** Whether an overwrite of this channel grants the actor MANAGE_ROLES, which lets them set any bit here. */
  readonly managesHere: boolean
}

/** Whether a member may change an overwrite from `before` to `after`. Only the bits that differ count. */
export function mayOverwrite(actor: OverwriteActor, before: Bits | undefined, after: Bits): Verdict {
  if (has(actor.permissions, Permission.ADMINISTRATOR)) return allow
  const touched = (after.allow ^ (before?.allow ?? 0n)) | (after.deny ^ (before?.deny ?? 0n))
  if (touched === 0n) return allow
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  const foreign = actor.managesHere ? 0n : touched & ~actor.wider
  return foreign === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot set ${namesOf(foreign)}`)
}

/**
 * Whether a member may create a channel with these overwrites. They may set the bits that they have in the guild; only
 * administrators may set MANAGE_ROLES.
 */
export function mayCreateWith(permissions: bigint, overwrites: readonly Bits[]): Verdict {
  if (has(permissions, Permission.ADMINISTRATOR)) return allow
  let foreign = 0n
  for (const { allow: allowed, deny } of overwrites)
    foreign |= (allowed | deny) & (~permissions | Permission.MANAGE_ROLES)
  return foreign === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot set ${namesOf(foreign)}`)
}

/**
 * Whether a member may move a channel. A new position needs MANAGE_CHANNELS in the guild or in the category. A new
 * parent also needs access to the channel, and MANAGE_CHANNELS there and in the channel; new flags need both for the
 * channel. Null means no category.
 * [PRM-20]
 */
export function mayMove(
  permissions: { guild: bigint; channel: bigint; from: bigint | null; to: bigint | null },
  move: { newParent: boolean; newFlags: boolean; syncsOverwrites: boolean },
): Verdict {
  const manages = (bits: bigint | null) => has(bits ?? permissions.guild, Permission.MANAGE_CHANNELS)
  if (!manages(permissions.guild) && !manages(permissions.from))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS')
  if (move.newParent || move.newFlags) {
    if (!has(permissions.channel, Permission.VIEW_CHANNEL)) return refuse('MISSING_ACCESS', 'cannot view the channel')
    if (!manages(permissions.channel) || (move.newParent && !manages(permissions.to)))
      return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS in the channel and the new category')
  }
  if (move.syncsOverwrites && !has(permissions.channel, Permission.MANAGE_ROLES))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  return allow
}

/** Whether a channel may change its type: only between text and announcement, in guilds with the NEWS feature. */
export function mayConvert(from: number, to: number, features: readonly string[]): Verdict {
  const pair: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  if (pair.includes(from) && pair.includes(to) && features.includes('NEWS')) return allow
  return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `type ${from} cannot become type ${to}`)
}

/** Whether a user may write to another user in a DM. Bots need a shared guild and the other user's consent. */
export function mayMessageUser(
  sender: { bot: boolean },
  recipient: { bot: boolean; allowDms: boolean; sharesGuild: boolean },
): Verdict {
  if (!sender.bot) return allow
  if (recipient.bot) return refuse('CANNOT_SEND_TO_USER', 'bots cannot write to bots')
  if (!recipient.sharesGuild) return refuse('NO_MUTUAL_GUILDS', 'the users share no guild')
  return recipient.allowDms ? allow : refuse('CANNOT_SEND_TO_USER', 'the user accepts no messages of bots')
}

/** A user who writes or starts a thread in a channel. */
interface SlowmodeActor {
  readonly bot: boolean
  readonly permissions: bigint
}

/**
 * Returns whether slowmode of a channel applies to a user. Bots never wait. BYPASS_SLOWMODE exempts; before its date
 * three other permissions exempted too. [PRM-16] [PRM-17] [PRM-18]
 */
export function isSlowed(
  { bot, permissions }: SlowmodeActor,
  intervalSeconds: number,
  at: Instant,
  changes: Changes,
): boolean {
  if (bot || intervalSeconds === 0) return false
  const exempting = changes.inEffect('bypass_slowmode', at)
    ? Permission.BYPASS_SLOWMODE
    : Permission.BYPASS_SLOWMODE | Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS
  return (permissions & exempting) === 0n
}

/** Returns the milliseconds until a user may write or start a thread again in a channel with slowmode. */
export function slowmodeWaitMs(
  actor: SlowmodeActor & { lastAt: Instant | null },
  intervalSeconds: number,
  at: Instant,
  changes: Changes,
): number {
  if (actor.lastAt === null || !isSlowed(actor, intervalSeconds, at, changes)) return 0
  return Math.max(actor.lastAt + intervalSeconds * 1000 - at, 0)
}
