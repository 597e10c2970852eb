import type { ChannelObject, OverwriteObject } from '@guildhall/protocol'
import { Permission } from '@guildhall/protocol/constants'
import { allowed, type Decision, needs, refused } from './refusal.ts'

/** State of a permission in an overwrite. Neutral leaves the decision to the roles and the guild. */
export type PermissionState = 'allow' | 'neutral' | 'deny'

type Bits = Pick<OverwriteObject, 'allow' | 'deny'>

/** Returns the state of a permission. */
export function stateOf(overwrite: Bits | undefined, bit: bigint): PermissionState {
  if (!overwrite) return 'neutral'
  if ((BigInt(overwrite.deny) & bit) !== 0n) return 'deny'
  return (BigInt(overwrite.allow) & bit) !== 0n ? 'allow' : 'neutral'
}

/** Returns an overwrite with the state of one permission changed. */
export function withState<T extends Bits>(overwrite: T, bit: bigint, state: PermissionState): T {
  const allow = BigInt(overwrite.allow) & ~bit
  const deny = BigInt(overwrite.deny) & ~bit
  return {
    ...overwrite,
    allow: (state === 'allow' ? allow | bit : allow).toString(),
    deny: (state === 'deny' ? deny | bit : deny).toString(),
  }
}

/** Returns whether two lists set the same permissions. An overwrite without bits counts as none. */
export function sameOverwrites(one: readonly OverwriteObject[] = [], other: readonly OverwriteObject[] = []): boolean {
  const facts = (list: readonly OverwriteObject[]) =>
    list
      .filter(({ allow, deny }) => allow !== '0' || deny !== '0')
      .map(({ id, allow, deny }) => `${id} ${allow} ${deny}`)
      .sort()
      .join()
  return facts(one) === facts(other)
}

/** A member who changes the overwrites of a channel. */
export interface OverwriteActor {
  /** Permissions in the channel. */
  readonly here: bigint
  /** Permissions in the guild and in the category around the channel. */
  readonly wider: bigint
  /** Whether an overwrite of the channel itself lets the member manage permissions there. */
  readonly managesHere: boolean
}

/** Returns whether an overwrite of the channel lets a member manage permissions there. */
export function managesByOverwrite(
  { permission_overwrites: overwrites = [] }: Pick<ChannelObject, 'permission_overwrites'>,
  ownIds: ReadonlySet<string>,
): boolean {
  return overwrites.some(({ id, allow }) => ownIds.has(id) && (BigInt(allow) & Permission.MANAGE_ROLES) !== 0n)
}

/** Decides whether a member can set a permission in an overwrite. */
export function maySetOverwrite({ here, wider, managesHere }: OverwriteActor, bit: bigint): Decision {
  if ((here & Permission.ADMINISTRATOR) !== 0n) return allowed
  if ((here & Permission.MANAGE_ROLES) === 0n) return needs('MANAGE_ROLES', 'needs permission in this channel')
  return managesHere || (wider & bit) !== 0n ? allowed : refused('lacks it themselves')
}

/** Returns the overwrites of a private channel: hidden from everyone but some roles and members. */
export function privateOverwrites(
  guildId: string,
  allowed: readonly { id: string; kind: 'role' | 'user' | 'channel' }[],
): OverwriteObject[] {
  const bit = Permission.VIEW_CHANNEL.toString()
  return [
    { id: guildId, type: 0, allow: '0', deny: bit },
    ...allowed.map(({ id, kind }) => ({ id, type: kind === 'user' ? 1 : 0, allow: bit, deny: '0' })),
  ]
}
