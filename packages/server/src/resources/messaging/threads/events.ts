import {
  ChannelType,
  Intent,
  type MemberObject,
  Permission,
  type Snowflake,
  type ThreadObject,
} from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { isForum } from '../../guild/channels/model.ts'
import { presentThread } from '../../guild/channels/present.ts'
import type { StoredThreadMember } from './model.ts'
import { presentThreadFor, presentThreadMember } from './present.ts'

/** Bound of archived threads in a guild view. Recent ones stay because messages in them may still be deleted. */
const ARCHIVED_IN_VIEW_MAX = 200

const isPrivate = (thread: Channel) => thread.type === ChannelType.PRIVATE_THREAD
const views = (viewer: Viewer, thread: Channel) => (viewer.permissionsOf(thread) & Permission.VIEW_CHANNEL) !== 0n

/** Returns whether a viewer sees the channel of a thread. Members of a private thread see the thread only with it. */
const seesParent = (viewer: Viewer, { parent_id }: Channel) => parent_id !== null && viewer.sees(parent_id)

/**
 * Moves a thread to the end of the view's channels, so that archived ones stand in the order of archiving. Later
 * messages change the thread of the view, and not the event of this one.
 */
function keep(view: GuildView, thread: Channel): void {
  view.channels.delete(thread.id)
  view.channels.set(thread.id, { ...thread })
  if (!thread.thread_metadata?.archived) return
  const archived = [...view.channels.values()].filter((channel) => channel.thread_metadata?.archived)
  for (const { id } of archived.slice(0, Math.max(archived.length - ARCHIVED_IN_VIEW_MAX, 0))) {
    view.channels.delete(id)
    view.privateThreads.delete(id)
  }
}

/** Payload of an event that shows a thread to its members. */
export interface ThreadWithMembers {
  readonly thread: Channel
  /** Members from the start. */
  readonly members: readonly StoredThreadMember[]
}

/** THREAD_CREATE for everyone who can view a new thread. */
export const threadCreate = eventType<ThreadWithMembers>({
  key: 'thread.created',
  name: 'THREAD_CREATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread }) => viewer.sees(thread.id),
  evaluateIndividually: ({ members }) => members.map((member) => member.user_id),
  variant: (viewer, { members }) =>
    members.some(({ user_id }) => user_id === viewer.userId) ? `${viewer.userId}` : '',
  present: ({ thread, members }, variant): ThreadObject => {
    const own = members.find((member) => member.user_id.toString() === variant)
    return { ...presentThreadFor(thread, own), newly_created: true }
  },
  apply: (view, { thread, members }) => {
    view.channels.set(thread.id, { ...thread })
    if (isPrivate(thread)) view.privateThreads.set(thread.id, new Set(members.map((member) => member.user_id)))
    const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
    // A forum contains no messages: its `last_message_id` is the id of its newest post.
    if (parent && isForum(parent.type)) parent.last_message_id = thread.id
  },
  affectedUsers: ({ thread, members }) => (isPrivate(thread) ? members.map((member) => member.user_id) : []),
  visibleInChannel: ({ thread }) => thread.id,
})

/** THREAD_CREATE for a user who was added to an existing thread, which their client may not have. */
export const threadJoined = eventType<{ thread: Channel; member: StoredThreadMember }>({
  key: 'thread.joined',
  name: 'THREAD_CREATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread, member }) => viewer.userId === member.user_id && seesParent(viewer, thread),
  evaluateIndividually: ({ member }) => [member.user_id],
  present: ({ thread, member }) => presentThreadFor(thread, member),
})

/** Payload of THREAD_UPDATE. */
export interface ThreadChanged {
  readonly thread: Channel
  /** Members of a private thread that is active again, for guild views that dropped it. */
  readonly members?: readonly Snowflake[]
}

/** THREAD_UPDATE for everyone who can view the thread. */
export const threadUpdate = eventType<ThreadChanged>({
  key: 'thread.updated',
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

/** Payload of THREAD_DELETE. */
export interface ThreadDeleted {
  readonly thread: Channel
  /** Members of a private thread. The guild view no longer has them when the recipients are determined. */
  readonly members: ReadonlySet<Snowflake>
}

/** THREAD_DELETE for everyone who could view the thread. */
export const threadDelete = eventType<ThreadDeleted>({
  key: 'thread.deleted',
  name: 'THREAD_DELETE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { thread, members }) => {
    const member = members.has(viewer.userId) && seesParent(viewer, thread)
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

/** Payload of THREAD_MEMBERS_UPDATE. */
export interface ThreadMembersChange {
  readonly thread: Channel
  /** `member` is the guild member object. */
  readonly added: readonly (StoredThreadMember & { readonly member?: MemberObject })[]
  readonly removed: readonly Snowflake[]
}

/**
 * THREAD_MEMBERS_UPDATE. The added and removed users need the GUILDS intent; other viewers need GUILD_MEMBERS. Members
 * who lost sight of the channel receive no event of the thread but their own removal, as the documents say
 * (developers/topics/threads, "Losing Access to Channels").
 */
export const threadMembersUpdate = eventType<ThreadMembersChange>({
  key: 'thread-members.changed',
  name: 'THREAD_MEMBERS_UPDATE',
  intents: () => Intent.GUILDS | Intent.GUILD_MEMBERS,
  visibleTo: (viewer, { thread, added, removed }) => {
    if (removed.includes(viewer.userId)) return true
    if (added.some((member) => member.user_id === viewer.userId)) return seesParent(viewer, thread)
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

/**
 * THREAD_MEMBER_UPDATE for each member of a thread that is active again, because clients drop archived threads.
 */
export const threadMemberUpdate = eventType<ThreadWithMembers>({
  key: 'thread-member.updated',
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
