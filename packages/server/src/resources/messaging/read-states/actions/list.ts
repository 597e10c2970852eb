import { ChannelType, type Snowflake, snowflakeAt } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/store.ts'
import { findMember } from '../../../guild/members/store.ts'
import { findThreadMember } from '../../threads/store.ts'
import type { ReadState, StoredMention } from '../model.ts'
import * as store from '../store.ts'

/** Channels in READY. */
const READ_STATES_MAX = 2_000
/** Mentions that are counted of one user, role or guild. */
const MENTIONS_MAX = 500

/**
 * Returns what a user has read in each channel, with the unread mentions that the user can see. Channels that the user
 * has never read are listed if a message there mentions the user.
 */
export async function listReadStatesOf(
  work: Work,
  userId: Snowflake,
  guildIds: readonly Snowflake[],
): Promise<ReadState[]> {
  const read = new Map(
    (await store.listReadStates(work, userId, READ_STATES_MAX)).map((state) => [
      state.channel_id,
      state.last_message_id,
    ]),
  )
  const mentions = await listMentionsOf(work, userId, guildIds)
  const unread = mentions.filter(({ channel_id, message_id }) => message_id > (read.get(channel_id) ?? 0n))
  const counted = await countVisible(work, userId, unread)
  return [...new Set([...read.keys(), ...counted.keys()])].map((channelId) => ({
    channelId,
    lastMessageId: read.get(channelId) ?? null,
    mentionCount: counted.get(channelId) ?? 0,
  }))
}

/** Returns the number of messages of a channel after a message that mention a user who sees the channel. */
export async function countMentions(
  work: Work,
  userId: Snowflake,
  { id, guild_id }: { id: Snowflake; guild_id: Snowflake | null },
  after: Snowflake,
): Promise<number> {
  const mentions = await listMentionsOf(work, userId, guild_id === null ? [] : [guild_id], after)
  return new Set(mentions.flatMap((mention) => (mention.channel_id === id ? [mention.message_id] : []))).size
}

/** Lists mentions of a user, of the user's roles and of whole guilds since the user joined them. */
async function listMentionsOf(
  work: Work,
  userId: Snowflake,
  guildIds: readonly Snowflake[],
  after: Snowflake = 0n,
): Promise<StoredMention[]> {
  const mentions = await store.listMentions(work, userId, after, MENTIONS_MAX)
  for (const guildId of guildIds) {
    const member = await findMember(work, guildId, userId)
    if (!member) continue
    const joined = snowflakeAt(member.joined_at)
    for (const target of [guildId, ...member.roles])
      mentions.push(...(await store.listMentions(work, target, joined > after ? joined : after, MENTIONS_MAX)))
  }
  return mentions
}

/** Counts the messages of mentions by channel, without channels that the user cannot see. */
async function countVisible(
  work: Work,
  userId: Snowflake,
  mentions: readonly StoredMention[],
): Promise<Map<Snowflake, number>> {
  const messages = new Map<Snowflake, Set<Snowflake>>()
  const viewers = new Map<Snowflake, Viewer | null>()
  for (const { guild_id, channel_id, message_id } of mentions) {
    if (guild_id !== null) {
      if (!viewers.has(guild_id)) viewers.set(guild_id, await viewerIn(work, guild_id, userId))
      if (!(await sees(work, viewers.get(guild_id), channel_id))) continue
    }
    messages.set(channel_id, (messages.get(channel_id) ?? new Set()).add(message_id))
  }
  return new Map([...messages].map(([channelId, ids]) => [channelId, ids.size]))
}

/** Returns whether a viewer sees a channel, or an archived thread, which the guild view may not have. */
async function sees(work: Work, viewer: Viewer | null | undefined, channelId: Snowflake): Promise<boolean> {
  if (!viewer) return false
  if (viewer.sees(channelId)) return true
  const thread = await findChannel(work, channelId)
  if (!thread?.thread_metadata?.archived || thread.parent_id === null || !viewer.sees(thread.parent_id)) return false
  return (
    thread.type !== ChannelType.PRIVATE_THREAD || (await findThreadMember(work, thread.id, viewer.userId)) !== undefined
  )
}

async function viewerIn(work: Work, guildId: Snowflake, userId: Snowflake): Promise<Viewer | null> {
  const view = await work.view(guildId)
  const member = view && (await memberInGuild(work, view, userId))
  return view && member ? Viewer.of('person', view, member, work.now) : null
}
