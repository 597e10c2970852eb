import type { Snowflake } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../../kernel/event.ts'
import type { PrimaryGuild, User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { listUsersWithTagOf, presentSelf, presentUser, updateUser, userUpdate } from '../../users/index.ts'
import { guildMemberUpdate } from '../events.ts'
import { updateMemberNames } from '../index-store.ts'
import * as store from '../store.ts'

/**
 * Stores a changed user, emits USER_UPDATE to the user, and GUILD_MEMBER_UPDATE to their guilds when a public field
 * changed. It is not part of `users` because it needs the user's memberships.
 */
export async function saveUser(work: Work, before: User, after: User): Promise<void> {
  const all = { email: true, premium: true }
  if (same(presentSelf(before, all), presentSelf(after, all))) return
  await updateUser(work, after)
  work.emit(userUpdate, userTopic(after.id), after)
  if (same(presentUser(before), presentUser(after))) return
  const renamed = before.username !== after.username || before.global_name !== after.global_name
  for (const guildId of await store.listGuildIdsOfUser(work, after.id)) {
    const member = await store.findMember(work, guildId, after.id)
    if (!member) continue
    if (renamed) await updateMemberNames(work, member)
    work.emit(guildMemberUpdate, guildTopic(guildId), { member, user: after })
  }
}

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

function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
