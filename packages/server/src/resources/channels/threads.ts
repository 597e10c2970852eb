import {
  ACTIVE_THREADS_MAX,
  ApiError,
  AuditLogAction,
  ChannelFlag,
  ChannelType,
  type Instant,
  type MemberObject,
  type Snowflake,
  snowflakeTime,
  THREAD_MEMBERS_MAX,
} from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit, changesBetween } from '../audit-log/index.ts'
import { presentMember } from '../members/index.ts'
import { listUsers } from '../users/index.ts'
import { auditedChannel } from './manage.ts'
import { presentChannel } from './present.ts'
import * as store from './store.ts'
import { threadCreate, threadJoined, threadMembersUpdate, threadMemberUpdate, threadUpdate } from './thread-events.ts'
import * as members from './thread-store.ts'

const MINUTE_MS = 60_000

export interface ThreadStart {
  /** The message's that it is started from, or a new one. */
  id: Snowflake
  type: number
  name: string
  /** Null for a webhook, which is no member. */
  ownerId: Snowflake
  ownerJoins: boolean
  autoArchiveMinutes?: number | null | undefined
  slowmodeSeconds?: number | null | undefined
  invitable?: boolean | null | undefined
  appliedTags?: readonly Snowflake[] | null | undefined
}

/** Makes a thread whose rules have been asked, with its maker in it; up to 1000 are open in a guild. */
export async function startThread(work: Work, view: GuildView, parent: Channel, start: ThreadStart) {
  let open = 0
  for (const channel of view.channels.values()) if (isOpenThread(channel)) open += 1
  if (open >= ACTIVE_THREADS_MAX) throw new ApiError('TOO_MANY_ACTIVE_THREADS')
  const thread = await store.insert(work, {
    id: start.id,
    guild_id: view.id,
    type: start.type,
    name: start.name,
    parent_id: parent.id,
    owner_id: start.ownerId,
    rate_limit_per_user: start.slowmodeSeconds ?? parent.default_thread_rate_limit_per_user,
    applied_tags: [...(start.appliedTags ?? [])],
    member_count: start.ownerJoins ? 1 : 0,
    thread_metadata: {
      archived: false,
      auto_archive_duration: start.autoArchiveMinutes ?? parent.default_auto_archive_duration ?? 1440,
      archive_timestamp: work.now,
      locked: false,
      invitable: start.type === ChannelType.PRIVATE_THREAD ? (start.invitable ?? true) : null,
      create_timestamp: work.now,
    },
  })
  const owner = { channel_id: thread.id, user_id: start.ownerId, joined_at: work.now, flags: 1 }
  if (start.ownerJoins) await members.insertThreadMember(work, owner)
  await closeLater(work, thread)
  work.emit(threadCreate, guildTopic(view.id), { thread, members: start.ownerJoins ? [owner] : [] })
  if (start.ownerJoins) await announceMembers(work, view, thread, [owner])
  const changes = auditedChannel(thread, 'new_value')
  await audit(work, { guildId: view.id, action: AuditLogAction.THREAD_CREATE, targetId: thread.id, changes })
  return { thread, member: start.ownerJoins ? owner : undefined }
}

export function isOpenThread(channel: Channel): boolean {
  return channel.thread_metadata !== null && !channel.thread_metadata.archived
}

/** When a thread closes if nothing more happens in it. */
function idleAt(thread: Channel): Instant {
  const metadata = thread.thread_metadata
  if (!metadata) return Number.POSITIVE_INFINITY
  const written = thread.last_message_id === null ? 0 : snowflakeTime(thread.last_message_id)
  return Math.max(written, metadata.archive_timestamp) + metadata.auto_archive_duration * MINUTE_MS
}

/** Messages do not move the job: it looks for itself whether there were any, and then waits on. */
async function closeLater(work: Work, thread: Channel): Promise<void> {
  const payload = { guildId: thread.guild_id, threadId: thread.id }
  await work.schedule('thread-archive', thread.id.toString(), idleAt(thread), payload)
}

/** The job of kind `thread-archive`. */
export async function closeIdleThread(
  work: Work,
  { guildId, threadId }: { guildId: Snowflake; threadId: Snowflake },
): Promise<void> {
  const view = await work.view(guildId)
  const thread = view?.channels.get(threadId) ?? (await store.find(work, threadId))
  if (!view || !thread || !isOpenThread(thread)) return
  if (thread.flags & ChannelFlag.PINNED || idleAt(thread) > work.now)
    return closeLater(work, stillOpen(thread, work.now))
  await changeThread(work, thread, { archived: true })
}

/** A pinned post never closes by itself, but may be unpinned: it is looked at again in a while. */
function stillOpen(thread: Channel, at: Instant): Channel {
  const metadata = thread.thread_metadata
  if (!metadata || idleAt(thread) > at) return thread
  return { ...thread, thread_metadata: { ...metadata, archive_timestamp: at } }
}

export interface ThreadChange {
  archived?: boolean | undefined
  locked?: boolean | undefined
  invitable?: boolean | undefined
  auto_archive_duration?: number | undefined
  name?: string
  rate_limit_per_user?: number
  flags?: number
  applied_tags?: Snowflake[]
}

/** Stores and announces what changes in a thread; opening it again also tells its members. */
async function changeThread(work: Work, thread: Channel, change: ThreadChange): Promise<Channel> {
  const metadata = thread.thread_metadata
  if (!metadata || thread.guild_id === null) throw new ApiError('UNKNOWN_CHANNEL')
  const { archived = metadata.archived, locked, invitable, auto_archive_duration, ...fields } = change
  const moved =
    archived !== metadata.archived ||
    (auto_archive_duration ?? metadata.auto_archive_duration) !== metadata.auto_archive_duration
  const changed: Channel = {
    ...thread,
    ...fields,
    thread_metadata: {
      ...metadata,
      archived,
      archive_timestamp: moved ? work.now : metadata.archive_timestamp,
      locked: locked ?? metadata.locked,
      auto_archive_duration: auto_archive_duration ?? metadata.auto_archive_duration,
      invitable: metadata.invitable === null ? null : (invitable ?? metadata.invitable),
    },
  }
  // Closing a post also unpins it.
  if (archived && !metadata.archived) changed.flags &= ~ChannelFlag.PINNED
  await store.update(work, changed)
  await announceThread(work, thread.guild_id, changed, metadata.archived && !archived)
  if (archived) await work.cancel('thread-archive', thread.id.toString())
  else if (moved) await closeLater(work, changed)
  return changed
}

async function announceThread(work: Work, guildId: Snowflake, thread: Channel, opened: boolean): Promise<void> {
  if (!opened) return work.emit(threadUpdate, guildTopic(guildId), { thread })
  const all = await members.listThreadMembers(work, thread.id, { after: -1n, limit: THREAD_MEMBERS_MAX })
  const ids = all.map((member) => member.user_id)
  const isPrivate = thread.type === ChannelType.PRIVATE_THREAD
  work.emit(threadUpdate, guildTopic(guildId), { thread, ...(isPrivate ? { members: ids } : {}) })
  if (all.length > 0) work.emit(threadMemberUpdate, guildTopic(guildId), { thread, members: all })
}

const AUDITED = [
  'name',
  'archived',
  'locked',
  'invitable',
  'auto_archive_duration',
  'rate_limit_per_user',
  'flags',
  'applied_tags',
] as const

/** changeThread on somebody's behalf, written down. */
export async function editThread(work: Work, thread: Channel, change: ThreadChange): Promise<Channel> {
  const changed = await changeThread(work, thread, change)
  const wire = (channel: Channel) => ({ ...presentChannel(channel), ...channel.thread_metadata })
  const changes = changesBetween(wire(thread), wire(changed), AUDITED)
  const guildId = changed.guild_id ?? 0n
  if (changes.length > 0)
    await audit(work, { guildId, action: AuditLogAction.THREAD_UPDATE, targetId: thread.id, changes })
  return changed
}

/** Adds a user to a thread and announces it; returns false for a user who is in it already. Up to 1000 are. */
export async function addThreadMember(
  work: Work,
  view: GuildView,
  thread: Channel,
  userId: Snowflake,
): Promise<boolean> {
  if (await members.findThreadMember(work, thread.id, userId)) return false
  const count = await members.countThreadMembers(work, thread.id)
  if (count >= THREAD_MEMBERS_MAX) throw new ApiError('TOO_MANY_THREAD_PARTICIPANTS')
  await insertMembers(work, view, thread, { userIds: [userId], count })
  return true
}

/** Adds users to a thread, as many as have room in it. Announces them together, so that a role costs one event. */
export async function addThreadMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  userIds: Iterable<Snowflake>,
): Promise<void> {
  const present = await members.listThreadMembers(work, thread.id, { after: -1n, limit: THREAD_MEMBERS_MAX })
  const known = new Set(present.map(({ user_id }) => user_id))
  const fresh = [...new Set(userIds)].filter((id) => !known.has(id))
  const fitting = fresh.slice(0, Math.max(THREAD_MEMBERS_MAX - known.size, 0))
  if (fitting.length > 0) await insertMembers(work, view, thread, { userIds: fitting, count: known.size })
}

async function insertMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  { userIds, count }: { userIds: readonly Snowflake[]; count: number },
): Promise<void> {
  const rows = userIds.map((user_id) => ({ channel_id: thread.id, user_id, joined_at: work.now, flags: 1 }))
  for (const row of rows) await members.insertThreadMember(work, row)
  const changed = await recount(work, thread, count + rows.length)
  // Clients put members into threads that they know, so the thread goes first.
  for (const member of rows) work.emit(threadJoined, guildTopic(view.id), { thread: changed, member })
  await announceMembers(work, view, changed, rows)
}

async function announceMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  rows: readonly members.ThreadMember[],
): Promise<void> {
  const users = await listUsers(
    work,
    rows.map((row) => row.user_id),
  )
  const added: (members.ThreadMember & { member?: MemberObject })[] = []
  for (const row of rows) {
    const member = await memberInGuild(work, view, row.user_id)
    const user = users.get(row.user_id)
    added.push({ ...row, ...(member && user ? { member: presentMember(member, user) } : {}) })
  }
  work.emit(threadMembersUpdate, guildTopic(view.id), { thread, added, removed: [] })
}

/** Somebody is no longer a member of a thread; false when they were none. */
export async function dropThreadMember(
  work: Work,
  view: GuildView,
  thread: Channel,
  userId: Snowflake,
): Promise<boolean> {
  if (!(await members.removeThreadMember(work, thread.id, userId))) return false
  const changed = await recount(work, thread, await members.countThreadMembers(work, thread.id))
  work.emit(threadMembersUpdate, guildTopic(view.id), { thread: changed, added: [], removed: [userId] })
  return true
}

async function recount(work: Work, thread: Channel, member_count: number): Promise<Channel> {
  const current = (await store.find(work, thread.id)) ?? thread
  const changed = { ...current, member_count }
  await store.update(work, changed)
  return changed
}

/** A message is about to be written into a thread: opens it, and counts the message unless it began the thread. */
export async function wakeThread(work: Work, thread: Channel, counts: boolean): Promise<Channel> {
  let current = (await store.find(work, thread.id)) ?? thread
  if (current.thread_metadata?.archived) current = await changeThread(work, current, { archived: false })
  if (!counts) return current
  const { message_count, total_message_sent } = current
  await store.update(work, {
    ...current,
    message_count: message_count + 1,
    total_message_sent: total_message_sent + 1,
  })
  return current
}

/** Messages of a thread are gone; the total of those sent stays. */
export async function countDeleted(work: Work, threadId: Snowflake, deleted: number): Promise<void> {
  const thread = deleted > 0 ? await store.find(work, threadId) : undefined
  if (thread?.thread_metadata)
    await store.update(work, { ...thread, message_count: Math.max(thread.message_count - deleted, 0) })
}
