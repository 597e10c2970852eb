import { MemberFlag, type Snowflake } from '@guildhall/protocol'
import { guildTopic, userTopic } from '../../../../kernel/event.ts'
import type { Member, StoredRole, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeImage } from '../../../accounts/files/index.ts'
import type { ProfileChange } from '../../../accounts/users/consequences.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { deleteRole } from '../../roles/index.ts'
import { botRemoved, memberRemoving } from '../consequences.ts'
import {
  guildJoined,
  guildLeft,
  guildMemberAdd,
  guildMemberRemove,
  guildMemberUpdate,
  memberRowChanged,
} from '../events.ts'
import { updateMemberNames } from '../index-store.ts'
import * as store from '../store.ts'
import { clearGuildTagOfUser } from './profile.ts'

/** Adds a user to a guild and emits it; the user's sessions begin to watch the guild. */
export async function createMember(
  work: Work,
  guildId: Snowflake,
  user: User,
  fields: Partial<Pick<Member, 'roles' | 'nick' | 'mute' | 'deaf' | 'pending' | 'flags' | 'temporary'>> = {},
): Promise<Member> {
  const rejoins = await store.isFormerMember(work, guildId, user.id)
  const member = await store.insertMember(work, {
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

/** Stores a changed member and emits GUILD_MEMBER_UPDATE. Looks the user up where the caller does not have it. */
export async function saveMember(work: Work, member: Member, knownUser?: User): Promise<void> {
  const user = knownUser ?? (await findUser(work, member.user_id))
  const before = await store.findMember(work, member.guild_id, member.user_id)
  await store.updateMember(work, member)
  if (before?.nick !== member.nick) await updateMemberNames(work, member)
  if (user) work.emit(guildMemberUpdate, guildTopic(member.guild_id), { member, user })
}

/** Emits GUILD_MEMBER_UPDATE in the guilds of a user whose public fields changed. */
export async function updateMembersOfUser(work: Work, { before, after }: ProfileChange): Promise<void> {
  const renamed = before.username !== after.username || before.global_name !== after.global_name
  for (const guildId of await store.listGuildIdsOfUser(work, after.id)) {
    await work.holdGuild(guildId)
    const member = await store.findMember(work, guildId, after.id)
    if (!member) continue
    if (renamed) await updateMemberNames(work, member)
    work.emit(guildMemberUpdate, guildTopic(guildId), { member, user: after })
  }
}

/** Ends a membership for any reason and emits it. Returns false for a user who is not a member. */
export async function removeMember(work: Work, guildId: Snowflake, user: User): Promise<boolean> {
  await work.holdGuild(guildId)
  const before = await store.findMember(work, guildId, user.id)
  if (!before) return false
  await work.follow(memberRemoving, { guildId, userId: user.id })
  if (!(await store.deleteMember(work, guildId, user.id))) return false
  for (const image of ['avatar', 'banner'] as const)
    await removeImage(work, `guilds/${guildId}/users/${user.id}/${image}s`, before[image])
  if (user.bot) await removeBotBelongings(work, guildId, user)
  const current = await clearGuildTagOfUser(work, user, guildId)
  // The event on the user's topic comes first, so that they do not receive GUILD_MEMBER_REMOVE for themselves.
  work.emit(guildLeft, userTopic(user.id), guildId, guildId)
  work.emit(guildMemberRemove, guildTopic(guildId), { guildId, user: current })
  return true
}

/** Removes the integration of a bot and its managed role, which no caller can delete. */
async function removeBotBelongings(work: Work, guildId: Snowflake, bot: User): Promise<void> {
  await work.follow(botRemoved, { guildId, bot })
  const view = await work.view(guildId)
  for (const role of view?.roles.values() ?? [])
    if (role.managed && role.tags?.bot_id === bot.id.toString()) await removeRole(work, role)
}

/**
 * Deletes a role, after taking it from its members. Clients take it from their cached members on GUILD_ROLE_DELETE, so
 * the members are updated without an event.
 */
export async function removeRole(work: Work, role: StoredRole): Promise<void> {
  for (const member of await store.listMembersWithRole(work, role.guild_id, role.id)) {
    const changed = { ...member, roles: member.roles.filter((id) => id !== role.id) }
    await store.updateMember(work, changed)
    work.emit(memberRowChanged, guildTopic(role.guild_id), changed)
  }
  await deleteRole(work, role)
}
