import { ApiError, ELEVATED_PERMISSIONS, has, lacking } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Work } from '../kernel/work.ts'
import { findUser } from '../resources/accounts/users/store.ts'

/**
 * Returns the permissions of a caller without those that the guild gives only to people with a second factor. A bot
 * has that of its owner.
 */
export async function permissionsByFactor(
  work: Work,
  view: GuildView,
  { caller, permissions }: { caller: Caller; permissions: bigint },
): Promise<bigint> {
  if ((permissions & ELEVATED_PERMISSIONS) === 0n) return permissions
  return permissions & ~(await permissionsWithheld(work, view, caller))
}

/** Returns the permissions that a guild withholds from a caller because their second factor is missing. */
export async function permissionsWithheld(work: Work, view: GuildView, caller: Caller): Promise<bigint> {
  return view.guild.mfa_level === 0 || (await hasSecondFactor(work, caller)) ? 0n : ELEVATED_PERMISSIONS
}

async function hasSecondFactor(work: Work, { kind, user, application }: Caller): Promise<boolean> {
  if (kind !== 'bot') return user.mfa_enabled
  const owner = application && (await findUser(work, application.owner_id))
  return owner?.mfa_enabled === true
}

/** @throws ApiError MISSING_PERMISSIONS, or TWO_FACTOR_REQUIRED where only the second factor is missing */
export function demandPermission(needed: bigint, { held, usable }: { held: bigint; usable: bigint }): void {
  if (has(usable, needed)) return
  if (!has(held, needed)) throw lacking(needed)
  throw new ApiError('TWO_FACTOR_REQUIRED', { reason: 'the guild asks for a second factor' })
}
