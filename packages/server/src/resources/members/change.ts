import { MemberFlag, type Snowflake } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { removeIntegrationOfBot } from '../integrations/index.ts'
import { guildRoleDelete, removeRole } from '../roles/index.ts'
import { findUser } from '../users/index.ts'
import { clearTagOf } from './change-user.ts'
import {
  guildJoined,
  guildLeft,
  guildMemberAdd,
  guildMemberRemove,
  guildMemberUpdate,
  memberRowChanged,
} from './events.ts'
import { rename } from './rename.ts'
import * as store from './store.ts'

/** Makes a user a member: the guild is told, and the user's sessions begin to see it. */
export async function addMember(
  work: Work,
  guildId: Snowflake,
  user: User,
  fields: Partial<Pick<Member, 'roles' | 'nick' | 'mute' | 'deaf' | 'pending' | 'flags' | 'temporary'>> = {},
): Promise<Member> {
  const rejoins = await store.wasMember(work, guildId, user.id)
  const member = await store.insert(work, {
    guild_id: guildId,
    user_id: user.id,
    joined_at: work.now,
    ...fields,
    flags: (fields.flags ?? 0) | (rejoins ? MemberFlag.DID_REJOIN : 0),
  })
  work.emit(guildMemberAdd, guildTopic(guildId), { member, user })
  work.emit(guildJoined, userTopic(user.id), guildId, guildId)
  return member
}

/** Ends a membership, whatever the reason; false when there was none. */
export async function dropMember(work: Work, guildId: Snowflake, user: User): Promise<boolean> {
  if (!(await store.remove(work, guildId, user.id))) return false
  await store.removeFromThreads(work, guildId, user.id)
  await store.rememberMember(work, guildId, user.id)
  await store.removeFromEvents(work, guildId, user.id)
  if (user.bot) await dropIntegration(work, guildId, user)
  const shown = await clearTagOf(work, user, guildId)
  // The user's own topic first: they are not told of their own leaving as of somebody else's.
  work.emit(guildLeft, userTopic(user.id), guildId, guildId)
  work.emit(guildMemberRemove, guildTopic(guildId), { guildId, user: shown })
  return true
}

/** Ends the memberships of somebody who was there for the time being, has got no role, and has gone offline. */
export async function endTemporaryStays(work: Work, user: User, guildIds: Iterable<Snowflake>): Promise<void> {
  for (const guildId of guildIds) {
    const member = await store.find(work, guildId, user.id)
    if (member?.temporary && member.roles.length === 0) await dropMember(work, guildId, user)
  }
}

/** What came with a bot goes with it: its integration, and its managed role, which nobody else could delete. */
async function dropIntegration(work: Work, guildId: Snowflake, bot: User): Promise<void> {
  await removeIntegrationOfBot(work, guildId, bot.id)
  const view = await work.view(guildId)
  if (!view) return
  for (const role of view.roles.values()) {
    if (!role.managed || role.tags?.bot_id !== bot.id.toString()) continue
    await removeRole(work, role.id)
    await dropRoleOfMembers(work, view, role.id)
    work.emit(guildRoleDelete, guildTopic(guildId), { guildId, roleId: role.id })
  }
}

/** Stores a changed member and announces it. */
export async function changeMember(work: Work, member: Member, user?: User): Promise<void> {
  const who = user ?? (await findUser(work, member.user_id))
  const before = await store.find(work, member.guild_id, member.user_id)
  await store.update(work, member)
  if (before?.nick !== member.nick) await rename(work, member)
  if (who) work.emit(guildMemberUpdate, guildTopic(member.guild_id), { member, user: who })
}

/** Takes a role that is going from all who have it; clients drop it by themselves, so nothing is announced. */
export async function dropRoleOfMembers(work: Work, view: GuildView, roleId: Snowflake): Promise<void> {
  for (const member of await store.listWithRole(work, view.id, roleId)) {
    const changed = { ...member, roles: member.roles.filter((id) => id !== roleId) }
    await store.update(work, changed)
    work.emit(memberRowChanged, guildTopic(view.id), changed)
  }
}
