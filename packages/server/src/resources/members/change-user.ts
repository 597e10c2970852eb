import type { Snowflake } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../kernel/event.ts'
import type { PrimaryGuild, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { listUsersWithTagOf, presentSelf, presentUser, updateUser, userUpdate } from '../users/index.ts'
import { guildMemberUpdate } from './events.ts'
import { rename } from './rename.ts'
import * as store from './store.ts'

/**
 * Stores a changed user and tells whom it concerns: the user's own sessions, and the guilds where others see what has
 * changed. Here and not with users, since it takes the user's memberships.
 */
export async function changeUser(work: Work, before: User, after: User): Promise<void> {
  const all = { email: true, premium: true }
  if (same(presentSelf(before, all), presentSelf(after, all))) return
  await updateUser(work, after)
  work.emit(userUpdate, userTopic(after.id), after)
  if (same(presentUser(before), presentUser(after))) return
  const renamed = before.username !== after.username || before.global_name !== after.global_name
  for (const guildId of await store.guildIdsOf(work, after.id)) {
    const member = await store.find(work, guildId, after.id)
    if (!member) continue
    if (renamed) await rename(work, member)
    work.emit(guildMemberUpdate, guildTopic(guildId), { member, user: after })
  }
}

/** A tag that its user cannot show any more: cleared by the platform, not put away by the user. [USR-5] */
const CLEARED: PrimaryGuild = { identity_guild_id: null, identity_enabled: null, tag: null, badge: null }

/** Who leaves a guild no longer shows its tag; answers the user as they are then. */
export async function clearTagOf(work: Work, user: User, guildId: Snowflake): Promise<User> {
  if (user.primary_guild?.identity_guild_id !== guildId.toString()) return user
  const cleared = { ...user, primary_guild: CLEARED }
  await changeUser(work, user, cleared)
  return cleared
}

/** A guild's tag has changed, or is gone (null): whoever shows it shows the new one, or none. [USR-3] [USR-5] */
export async function retag(work: Work, guildId: Snowflake, tag: string | null): Promise<void> {
  for (const user of await listUsersWithTagOf(work, guildId)) {
    const shown = user.primary_guild
    if (!shown || (tag !== null && shown.identity_enabled !== true)) continue
    await changeUser(work, user, { ...user, primary_guild: tag === null ? CLEARED : { ...shown, tag } })
  }
}

function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
