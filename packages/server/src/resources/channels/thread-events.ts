import { Intent, type Snowflake, wireTime } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Channel } from '../../kernel/model.ts'
import { presentChannel } from './present.ts'

export interface ThreadMember {
  readonly channel_id: Snowflake
  readonly user_id: Snowflake
  readonly joined_at: number
  readonly flags: number
}

export function presentThreadMember(member: ThreadMember): Record<string, unknown> {
  return {
    id: member.channel_id.toString(),
    user_id: member.user_id.toString(),
    join_timestamp: wireTime(member.joined_at),
    flags: member.flags,
  }
}

/** A thread was made; who is in a private one is part of it. */
export const threadCreate = eventType<{ thread: Channel; members: readonly Snowflake[] }>({
  name: 'THREAD_CREATE',
  intents: () => Intent.GUILDS,
  seenBy: (viewer, { thread }) => viewer.sees(thread.id),
  present: ({ thread }) => ({ ...presentChannel(thread), newly_created: true }),
  apply: (view, { thread, members }) => {
    view.channels.set(thread.id, thread)
    if (thread.thread_metadata?.invitable != null) view.privateThreads.set(thread.id, new Set(members))
    view.epoch += 1
  },
})

export const threadUpdate = eventType<Channel>({
  name: 'THREAD_UPDATE',
  intents: () => Intent.GUILDS,
  seenBy: (viewer, thread) => (viewer.permissionsOf(thread) & 1024n) !== 0n,
  present: presentChannel,
  // Archived threads stay in the view until it is read again: their messages still need a rule.
  apply: (view, thread) => {
    view.channels.set(thread.id, thread)
    view.epoch += 1
  },
})

export const threadDelete = eventType<Channel>({
  name: 'THREAD_DELETE',
  intents: () => Intent.GUILDS,
  seenBy: (viewer, thread) => (viewer.permissionsOf(thread) & 1024n) !== 0n,
  present: (thread) => ({
    id: thread.id.toString(),
    guild_id: thread.guild_id?.toString(),
    parent_id: thread.parent_id?.toString(),
    type: thread.type,
  }),
  apply: (view, thread) => {
    view.channels.delete(thread.id)
    view.privateThreads.delete(thread.id)
    view.epoch += 1
  },
})

export interface ThreadMembersChange {
  readonly thread: Channel
  readonly added: readonly ThreadMember[]
  readonly removed: readonly Snowflake[]
}

/** Members came or went: whom it is about is told by any intent, all others by GUILD_MEMBERS. */
export const threadMembersUpdate = eventType<ThreadMembersChange>({
  name: 'THREAD_MEMBERS_UPDATE',
  intents: () => Intent.GUILDS | Intent.GUILD_MEMBERS,
  seenBy: (viewer, { thread, added, removed }) => {
    const own = added.some((member) => member.user_id === viewer.userId) || removed.includes(viewer.userId)
    if (own) return true
    return (viewer.kind === 'person' || (viewer.intents & Intent.GUILD_MEMBERS) !== 0) && viewer.sees(thread.id)
  },
  apart: ({ added, removed }) => [...added.map((member) => member.user_id), ...removed],
  present: ({ thread, added, removed }) => ({
    id: thread.id.toString(),
    guild_id: thread.guild_id?.toString(),
    member_count: Math.min(thread.member_count, 50),
    ...(added.length > 0 ? { added_members: added.map(presentThreadMember) } : {}),
    ...(removed.length > 0 ? { removed_member_ids: removed.map(String) } : {}),
  }),
  apply: (view, { thread, added, removed }) => {
    view.channels.set(thread.id, thread)
    const members = view.privateThreads.get(thread.id)
    for (const { user_id } of added) members?.add(user_id)
    for (const id of removed) members?.delete(id)
    view.epoch += 1
  },
})
