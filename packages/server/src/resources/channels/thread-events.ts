import {
  ChannelType,
  Intent,
  type MemberObject,
  Permission,
  type Snowflake,
  type ThreadMemberObject,
  type ThreadObject,
  wireTime,
} from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { isForum, presentThread } from './present.ts'
import type { ThreadMember } from './thread-store.ts'

/** Threads closed lately stay in a view, since messages in them may still be deleted; older ones make room. */
const CLOSED_IN_VIEW_MAX = 200

export function presentThreadMember(member: ThreadMember): ThreadMemberObject {
  return {
    id: member.channel_id.toString(),
    user_id: member.user_id.toString(),
    join_timestamp: wireTime(member.joined_at),
    flags: member.flags,
  }
}

/** Returns a thread for one of its members; without `member` for any other viewer. */
export function presentThreadFor(thread: Channel, member: ThreadMember | undefined): ThreadObject {
  return { ...presentThread(thread), ...(member ? { member: presentThreadMember(member) } : {}) }
}

const isPrivate = (thread: Channel) => thread.type === ChannelType.PRIVATE_THREAD
const views = (viewer: Viewer, thread: Channel) => (viewer.permissionsOf(thread) & Permission.VIEW_CHANNEL) !== 0n

/** Puts a thread last among the view's, so that the first closed one is the one closed longest ago. */
function keep(view: GuildView, thread: Channel): void {
  view.channels.delete(thread.id)
  view.channels.set(thread.id, thread)
  if (!thread.thread_metadata?.archived) return
  const closed = [...view.channels.values()].filter((channel) => channel.thread_metadata?.archived)
  for (const { id } of closed.slice(0, Math.max(closed.length - CLOSED_IN_VIEW_MAX, 0))) {
    view.channels.delete(id)
    view.privateThreads.delete(id)
  }
}

export interface ThreadStarted {
  readonly thread: Channel
  /** Who is in it from the start. */
  readonly members: readonly ThreadMember[]
}

/** A thread was made. */
export const threadCreate = eventType<ThreadStarted>({
  name: 'THREAD_CREATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread }) => viewer.sees(thread.id),
  evaluateIndividually: ({ members }) => members.map((member) => member.user_id),
  variant: (viewer, { members }) =>
    members.some(({ user_id }) => user_id === viewer.userId) ? `${viewer.userId}` : '',
  present: ({ thread, members }, variant) => {
    const own = members.find((member) => member.user_id.toString() === variant)
    return { ...presentThreadFor(thread, own), newly_created: true }
  },
  apply: (view, { thread, members }) => {
    view.channels.set(thread.id, thread)
    if (isPrivate(thread)) view.privateThreads.set(thread.id, new Set(members.map((member) => member.user_id)))
    const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
    // A forum has no messages of its own: its last one is its last post.
    if (parent && isForum(parent.type)) parent.last_message_id = thread.id
  },
  affectedUsers: ({ thread, members }) => (isPrivate(thread) ? members.map((member) => member.user_id) : []),
  visibleInChannel: ({ thread }) => thread.id,
})

/** For who was added to a thread: they may not know of it yet. */
export const threadJoined = eventType<{ thread: Channel; member: ThreadMember }>({
  name: 'THREAD_CREATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { member }) => viewer.userId === member.user_id,
  evaluateIndividually: ({ member }) => [member.user_id],
  present: ({ thread, member }) => presentThreadFor(thread, member),
})

export interface ThreadChanged {
  readonly thread: Channel
  /** Of a private thread that is open again: views that forgot it learn who is in it. */
  readonly members?: readonly Snowflake[]
}

export const threadUpdate = eventType<ThreadChanged>({
  name: 'THREAD_UPDATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread }) => views(viewer, thread),
  present: ({ thread }) => presentThread(thread),
  apply: (view, { thread, members }) => {
    keep(view, thread)
    if (members) view.privateThreads.set(thread.id, new Set(members))
  },
  affectedUsers: ({ members }) => members ?? [],
  visibleInChannel: ({ thread }) => thread.id,
})

export interface ThreadGone {
  readonly thread: Channel
  /** Of a private thread: it is gone from the view when it is asked who saw it. */
  readonly members: ReadonlySet<Snowflake>
}

export const threadDelete = eventType<ThreadGone>({
  name: 'THREAD_DELETE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread, members }) => {
    const member = members.has(viewer.userId) && thread.parent_id !== null && viewer.sees(thread.parent_id)
    return member || views(viewer, thread)
  },
  evaluateIndividually: ({ members }) => members,
  present: ({ thread }) => ({
    id: thread.id.toString(),
    guild_id: thread.guild_id?.toString(),
    parent_id: thread.parent_id?.toString(),
    type: thread.type,
  }),
  apply: (view, { thread }) => {
    view.channels.delete(thread.id)
    view.privateThreads.delete(thread.id)
  },
  affectedUsers: ({ members }) => members,
})

export interface ThreadMembersChange {
  readonly thread: Channel
  /** `member` is the guild member object. */
  readonly added: readonly (ThreadMember & { readonly member?: MemberObject })[]
  readonly removed: readonly Snowflake[]
}

/** Members came or went: whom it is about is told by the intent for guilds, all others by that for members. */
export const threadMembersUpdate = eventType<ThreadMembersChange>({
  name: 'THREAD_MEMBERS_UPDATE',
  intents: () => Intent.GUILDS | Intent.GUILD_MEMBERS,
  visibleTo: (viewer, { thread, added, removed }) => {
    const own = added.some((member) => member.user_id === viewer.userId) || removed.includes(viewer.userId)
    if (own) return true
    return (viewer.kind === 'person' || (viewer.intents & Intent.GUILD_MEMBERS) !== 0) && viewer.sees(thread.id)
  },
  evaluateIndividually: ({ added, removed }) => [...added.map((member) => member.user_id), ...removed],
  present: ({ thread, added, removed }) => ({
    id: thread.id.toString(),
    guild_id: thread.guild_id?.toString(),
    member_count: Math.min(thread.member_count, 50),
    ...(added.length > 0
      ? { added_members: added.map(({ member, ...row }) => ({ ...presentThreadMember(row), member, presence: null })) }
      : {}),
    ...(removed.length > 0 ? { removed_member_ids: removed.map(String) } : {}),
  }),
  apply: (view, { thread, added, removed }) => {
    const known = view.channels.get(thread.id)
    if (known) view.channels.set(thread.id, { ...known, member_count: thread.member_count })
    const members = view.privateThreads.get(thread.id)
    if (!members) return
    for (const { user_id } of added) members.add(user_id)
    for (const id of removed) members.delete(id)
  },
  affectedUsers: ({ thread, added, removed }) =>
    isPrivate(thread) ? [...added.map((member) => member.user_id), ...removed] : [],
  visibleInChannel: ({ thread }) => thread.parent_id,
})

/** A closed thread is open again: each member is told that they are one, since clients forget closed threads. */
export const threadMemberUpdate = eventType<ThreadStarted>({
  name: 'THREAD_MEMBER_UPDATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread, members }) =>
    members.some((member) => member.user_id === viewer.userId) && viewer.sees(thread.id),
  evaluateIndividually: ({ members }) => members.map((member) => member.user_id),
  variant: (viewer) => viewer.userId.toString(),
  present: ({ thread, members }, variant) => {
    const own = members.find((member) => member.user_id.toString() === variant)
    return own && { ...presentThreadMember(own), guild_id: thread.guild_id?.toString() }
  },
})
