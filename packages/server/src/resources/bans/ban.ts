import {
  ApiError,
  AuditLogAction,
  BAN_DELETE_MESSAGES_MAX,
  demand,
  Intent,
  Permission,
  type Snowflake,
  snowflakeAt,
} from '@guildhall/protocol'
import type { GuildAccess } from '../../access/guild.ts'
import { memberInGuild } from '../../access/member.ts'
import { eventType, guildTopic } from '../../kernel/event.ts'
import type { User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, OptionalNullable, Type } from '../../validation/schema.ts'
import { audit } from '../audit-log/index.ts'
import { mayActOn, removeMember, standingTo } from '../members/index.ts'
import { deleteMessages, messageIdsByAuthor } from '../messages/index.ts'
import { findUser, presentUser } from '../users/index.ts'
import * as store from './store.ts'

function banEvent(name: string) {
  return eventType<{ guildId: Snowflake; user: User }>({
    name,
    intents: () => Intent.GUILD_MODERATION,
    visibleTo: (viewer) => viewer.mayInGuild(Permission.BAN_MEMBERS),
    present: ({ guildId, user }) => ({ guild_id: guildId.toString(), user: presentUser(user) }),
  })
}

const guildBanAdd = banEvent('GUILD_BAN_ADD')
export const guildBanRemove = banEvent('GUILD_BAN_REMOVE')

export const BanBody = Type.Object({
  delete_message_days: OptionalNullable(Int(0, 7)),
  delete_message_seconds: OptionalNullable(Int(0, BAN_DELETE_MESSAGES_MAX)),
})

/** Bans a user, member or not, and deletes what they wrote in the last seconds. A second ban changes nothing. */
export async function ban(work: Work, guild: GuildAccess, userId: Snowflake, deleteSeconds: number): Promise<void> {
  const { view } = guild
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const member = await memberInGuild(work, view, userId)
  if (member) demand(mayActOn(standingTo(guild, member), Permission.BAN_MEMBERS))
  if (await store.find(work, view.id, userId)) return
  await store.insert(work, { guild_id: view.id, user_id: userId, reason: work.actor.reason, created_at: work.now })
  if (member) await removeMember(work, view.id, user)
  work.emit(guildBanAdd, guildTopic(view.id), { guildId: view.id, user })
  await audit(work, { guildId: view.id, action: AuditLogAction.MEMBER_BAN_ADD, targetId: userId })
  if (deleteSeconds === 0) return
  const since = snowflakeAt(work.now - deleteSeconds * 1000)
  for (const [channelId, ids] of await messageIdsByAuthor(work, view.id, userId, since)) {
    const channel = view.channels.get(channelId)
    if (channel) await deleteMessages(work, { channel, view }, ids)
  }
}

/** Would `ban` refuse this user? For those that go on with the next. */
export async function canBan(work: Work, guild: GuildAccess, userId: Snowflake): Promise<boolean> {
  if (!(await findUser(work, userId))) return false
  const member = await memberInGuild(work, guild.view, userId)
  return !member || mayActOn(standingTo(guild, member), Permission.BAN_MEMBERS).ok
}
