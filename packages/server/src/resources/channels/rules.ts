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

export interface OverwriteActor {
  /** In the channel. */
  readonly permissions: bigint
  /** In the guild and the category around the channel together: what one has there, one may give and take here. */
  readonly wider: bigint
  /** Is it an overwrite of the channel itself that lets them manage roles? Then they may set any bit here. */
  readonly managesHere: boolean
}

/** May an overwrite be changed from `before` to `after`? Only the bits that differ count. */
export function mayOverwrite(actor: OverwriteActor, before: Bits | undefined, after: Bits): Verdict {
  if (has(actor.permissions, Permission.ADMINISTRATOR)) return allow
  const touched = (after.allow ^ (before?.allow ?? 0n)) | (after.deny ^ (before?.deny ?? 0n))
  if (touched === 0n) return allow
  if (!has(actor.permissions, Permission.MANAGE_ROLES)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  const foreign = actor.managesHere ? 0n : touched & ~actor.wider
  return foreign === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot set ${namesOf(foreign)}`)
}

/** May a new channel have these overwrites? Bits that one has in the guild; MANAGE_ROLES is for administrators. */
export function mayCreateWith(permissions: bigint, overwrites: readonly Bits[]): Verdict {
  if (has(permissions, Permission.ADMINISTRATOR)) return allow
  let foreign = 0n
  for (const { allow: allowed, deny } of overwrites)
    foreign |= (allowed | deny) & (~permissions | Permission.MANAGE_ROLES)
  return foreign === 0n ? allow : refuse('MISSING_PERMISSIONS', `cannot set ${namesOf(foreign)}`)
}

export interface ThreadEdit {
  readonly archived: boolean | undefined
  readonly locked: boolean | undefined
  readonly rate_limit_per_user: number | undefined
  readonly flags: number | undefined
  /** Anything else: name, tags, duration, who may invite. */
  readonly other: boolean
}

/**
 * May a thread be changed so? Whoever writes in it opens it again, its maker also closes and renames it; slowmode, pins,
 * the lock and everything in a locked thread are for moderators. A closed thread must be opened by the same request.
 */
export function mayEditThread(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; locked: boolean },
  edit: ThreadEdit,
): Verdict {
  if (thread.archived && edit.archived !== false) return refuse('THREAD_ARCHIVED', 'not opened by this request')
  if (has(actor.permissions, Permission.MANAGE_THREADS)) return allow
  const moderates = edit.rate_limit_per_user !== undefined || edit.flags !== undefined
  if (thread.locked || edit.locked === true || moderates) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
  if (actor.owner) return allow
  const opens = edit.archived === false && !edit.other
  if (opens && has(actor.permissions, Permission.SEND_MESSAGES)) return allow
  return refuse('MISSING_PERMISSIONS', 'not the maker of the thread')
}

/** May a channel move? To a place among its like by managing channels there, elsewhere also by seeing the channel. */
export function mayMove(
  permissions: { guild: bigint; channel: bigint; from: bigint | null; to: bigint | null },
  move: { elsewhere: boolean; locks: boolean },
): Verdict {
  const manages = (bits: bigint | null) => has(bits ?? permissions.guild, Permission.MANAGE_CHANNELS)
  if (!manages(permissions.guild) && !manages(permissions.from))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS')
  if (move.elsewhere) {
    if (!has(permissions.channel, Permission.VIEW_CHANNEL)) return refuse('MISSING_ACCESS', 'cannot see the channel')
    if (!manages(permissions.channel) || !manages(permissions.to))
      return refuse('MISSING_PERMISSIONS', 'needs MANAGE_CHANNELS at both ends')
  }
  if (move.locks && !has(permissions.channel, Permission.MANAGE_ROLES))
    return refuse('MISSING_PERMISSIONS', 'needs MANAGE_ROLES')
  return allow
}

/** Text and announcement channels turn into each other where the guild has announcements; nothing else does. */
export function mayConvert(from: number, to: number, features: readonly string[]): Verdict {
  const pair: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  if (pair.includes(from) && pair.includes(to) && features.includes('NEWS')) return allow
  return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `${from} does not turn into ${to}`)
}

/** Returns whether a member of a thread may add others: in one that is not invitable only its owner and moderators may. */
export function invites(actor: { permissions: bigint; owner: boolean }, invitable: boolean | null): boolean {
  return invitable !== false || actor.owner || has(actor.permissions, Permission.MANAGE_THREADS)
}

/**
 * Returns the milliseconds until a user may write, or start a thread, again in a channel with slowmode. Bots never wait.
 * BYPASS_SLOWMODE exempts; before its date three other permissions exempted too. [PRM-16] [PRM-17] [PRM-18]
 */
export function slowmodeWaitMs(
  actor: { bot: boolean; permissions: bigint; lastAt: Instant | null },
  intervalSeconds: number,
  at: Instant,
  changes: Changes,
): number {
  if (actor.bot || intervalSeconds === 0 || actor.lastAt === null) return 0
  const exempting = changes.inEffect('bypass_slowmode', at)
    ? Permission.BYPASS_SLOWMODE
    : Permission.BYPASS_SLOWMODE | Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS
  if ((actor.permissions & exempting) !== 0n) return 0
  return Math.max(actor.lastAt + intervalSeconds * 1000 - at, 0)
}
