import type { Snowflake } from '@guildhall/protocol'
import type { PrimaryGuild, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsersWithTagOf, saveUser } from '../../../accounts/users/index.ts'

/** Primary guild of a user whose tag the platform cleared; a user who hid the tag keeps the other fields. [USR-5] */
const CLEARED: PrimaryGuild = { identity_guild_id: null, identity_enabled: null, tag: null, badge: null }

/** Clears the tag of a guild from a user who leaves it, and returns the user as they are then. */
export async function clearGuildTagOfUser(work: Work, user: User, guildId: Snowflake): Promise<User> {
  if (user.primary_guild?.identity_guild_id !== guildId.toString()) return user
  const cleared = { ...user, primary_guild: CLEARED }
  await saveUser(work, user, cleared)
  return cleared
}

/** Replaces the tag of a guild at all users who display it; null clears it. [USR-3] [USR-5] */
export async function updateGuildTagOfUsers(work: Work, guildId: Snowflake, tag: string | null): Promise<void> {
  for (const user of await listUsersWithTagOf(work, guildId)) {
    const displayed = user.primary_guild
    if (!displayed || (tag !== null && displayed.identity_enabled !== true)) continue
    await saveUser(work, user, { ...user, primary_guild: tag === null ? CLEARED : { ...displayed, tag } })
  }
}
