import {
  ACTIVE_THREADS_MAX,
  ApiError,
  AuditLogAction,
  CHANNEL_NAME_MAX,
  ChannelType,
  has,
  type Instant,
  Permission,
  type Snowflake,
  THREAD_MEMBERS_MAX,
} from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { Channel } from '../../kernel/model.ts'
import { Int, Nullable, Optional, Text, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
import { audit } from '../audit-log/index.ts'
import {
  insertChannel,
  newChannel,
  threadCreate,
  threadMembersUpdate,
  threadUpdate,
  updateChannel,
  type VisibleChannel,
} from '../channels/index.ts'
import * as store from './store.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
export const ThreadFields = {
  name: Text(1, CHANNEL_NAME_MAX),
  auto_archive_duration: maybe(
    Type.Union([Type.Literal(60), Type.Literal(1440), Type.Literal(4320), Type.Literal(10080)]),
  ),
  rate_limit_per_user: maybe(Int(0, 21_600)),
}
const ARCHIVE_DEFAULT_MINUTES = 4_320
export const ARCHIVE_JOB = 'thread-archive'

export interface NewThread {
  name: string
  type: number
  ownerId: Snowflake
  autoArchiveMinutes: number | null | undefined
  slowmodeSeconds: number | null | undefined
  invitable?: boolean
  /** A thread of a message has its id. */
  id?: Snowflake
  appliedTags?: Snowflake[]
}

/** Who may open which kind of thread in a channel. */
export function demandMayOpen({ channel, permissions }: VisibleChannel, type: number): void {
  const forum = channel.type === ChannelType.GUILD_FORUM || channel.type === ChannelType.GUILD_MEDIA
  const parents: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  if (!forum && !parents.includes(channel.type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  const needed = forum
    ? Permission.SEND_MESSAGES
    : type === ChannelType.PRIVATE_THREAD
      ? Permission.CREATE_PRIVATE_THREADS
      : Permission.CREATE_PUBLIC_THREADS
  if (!has(permissions, needed)) throw new ApiError('MISSING_PERMISSIONS')
}

/** Opens a thread with its owner in it, and sets the clock that archives it. */
export async function openThread(
  work: Work,
  { channel: parent, view }: VisibleChannel,
  wanted: NewThread,
): Promise<Channel> {
  if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
  const active = [...view.channels.values()].filter(
    (channel) => channel.thread_metadata && !channel.thread_metadata.archived,
  )
  if (active.length >= ACTIVE_THREADS_MAX) throw new ApiError('TOO_MANY_ACTIVE_THREADS')
  const id = wanted.id ?? work.nextId()
  const minutes = wanted.autoArchiveMinutes ?? parent.default_auto_archive_duration ?? ARCHIVE_DEFAULT_MINUTES
  const thread = newChannel({
    id,
    guild_id: view.id,
    type: wanted.type,
    name: wanted.name,
    parent_id: parent.id,
    owner_id: wanted.ownerId,
    rate_limit_per_user: wanted.slowmodeSeconds ?? parent.default_thread_rate_limit_per_user,
    applied_tags: wanted.appliedTags ?? [],
    member_count: 1,
    thread_metadata: {
      archived: false,
      auto_archive_duration: minutes,
      archive_timestamp: work.now,
      locked: false,
      invitable: wanted.type === ChannelType.PRIVATE_THREAD ? (wanted.invitable ?? true) : null,
      create_timestamp: work.now,
    },
  })
  await insertChannel(work, thread)
  await store.insert(work, { channel_id: id, user_id: wanted.ownerId, joined_at: work.now, flags: 1 })
  work.emit(threadCreate, guildTopic(view.id), { thread, members: [wanted.ownerId] })
  await armArchive(work, thread, work.now)
  const changes = [
    { key: 'name', new_value: thread.name },
    { key: 'type', new_value: thread.type },
  ]
  await audit(work, { guildId: view.id, action: AuditLogAction.THREAD_CREATE, targetId: id, changes })
  return thread
}

/** The thread is archived when nothing happens in it for so long. */
export async function armArchive(work: Work, thread: Channel, lastActivity: Instant): Promise<void> {
  const minutes = thread.thread_metadata?.auto_archive_duration ?? ARCHIVE_DEFAULT_MINUTES
  await work.schedule(ARCHIVE_JOB, thread.id.toString(), lastActivity + minutes * 60_000, { id: thread.id })
}

export async function setArchived(work: Work, thread: Channel, archived: boolean): Promise<Channel> {
  if (!thread.thread_metadata || thread.guild_id === null) return thread
  const changed = { ...thread, thread_metadata: { ...thread.thread_metadata, archived, archive_timestamp: work.now } }
  await updateChannel(work, changed)
  work.emit(threadUpdate, guildTopic(thread.guild_id), changed)
  return changed
}

/** Puts a user into a thread; nothing happens when they are in it. */
export async function joinThread(work: Work, thread: Channel, userId: Snowflake): Promise<void> {
  if (thread.guild_id === null || (await store.find(work, thread.id, userId))) return
  if (thread.thread_metadata?.archived) throw new ApiError('THREAD_ARCHIVED')
  if (thread.member_count >= THREAD_MEMBERS_MAX) throw new ApiError('TOO_MANY_THREAD_PARTICIPANTS')
  const member = { channel_id: thread.id, user_id: userId, joined_at: work.now, flags: 1 }
  await store.insert(work, member)
  const changed = { ...thread, member_count: thread.member_count + 1 }
  await updateChannel(work, changed)
  work.emit(threadMembersUpdate, guildTopic(thread.guild_id), { thread: changed, added: [member], removed: [] })
}

export async function leaveThread(work: Work, thread: Channel, userId: Snowflake): Promise<void> {
  if (thread.guild_id === null) return
  if (thread.thread_metadata?.archived) throw new ApiError('THREAD_ARCHIVED')
  if (!(await store.remove(work, thread.id, userId))) return
  const changed = { ...thread, member_count: Math.max(thread.member_count - 1, 0) }
  await updateChannel(work, changed)
  work.emit(threadMembersUpdate, guildTopic(thread.guild_id), { thread: changed, added: [], removed: [userId] })
}
