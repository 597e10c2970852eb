import { AuditLogAction, ChannelType, type MemberObject, type Snowflake, THREAD_MEMBERS_MAX } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { audit, changesBetween } from '../../../guild/audit-log/index.ts'
import type { GuildChannel } from '../../../guild/channels/consequences.ts'
import { deleteChannelRows, isForum, presentChannel } from '../../../guild/channels/index.ts'
import * as channelStore from '../../../guild/channels/store.ts'
import { textsDropped } from '../../../guild/guilds/jobs.ts'
import type { MemberOfGuild } from '../../../guild/members/consequences.ts'
import { presentMember } from '../../../guild/members/index.ts'
import {
  threadCreate,
  threadDelete,
  threadJoined,
  threadMembersUpdate,
  threadMemberUpdate,
  threadUpdate,
} from '../events.ts'
import { threadIdles } from '../jobs.ts'
import { archivesAt, isActiveThread, newThreadMember, type StoredThreadMember } from '../model.ts'
import * as store from '../store.ts'

const AUDITED_AT_CREATION = [
  'name',
  'type',
  'archived',
  'locked',
  'auto_archive_duration',
  'invitable',
  'rate_limit_per_user',
  'flags',
] as const

const AUDITED_AT_UPDATE = [
  'name',
  'archived',
  'locked',
  'invitable',
  'auto_archive_duration',
  'rate_limit_per_user',
  'flags',
  'applied_tags',
] as const

const auditFields = (thread: Channel) => ({ ...presentChannel(thread), ...thread.thread_metadata })

/** Stores a new thread with its owner as a member, emits THREAD_CREATE and writes the audit log entry. */
export async function createThread(
  work: Work,
  view: GuildView,
  thread: Channel,
  { ownerJoins }: { ownerJoins: boolean },
): Promise<StoredThreadMember | undefined> {
  await channelStore.insertChannel(work, thread)
  const owner = ownerJoins && thread.owner_id !== null ? newThreadMember(thread, thread.owner_id, work.now) : undefined
  if (owner) await store.insertThreadMember(work, owner)
  await scheduleArchive(work, thread)
  work.emit(threadCreate, guildTopic(view.id), { thread, members: owner ? [owner] : [] })
  if (owner) await emitAdded(work, view, thread, [owner])
  const changes = changesBetween({}, auditFields(thread), AUDITED_AT_CREATION)
  await audit(work, { guildId: view.id, action: AuditLogAction.THREAD_CREATE, targetId: thread.id, changes })
  return owner
}

/** Stores a thread that is older than the platform, with its members. Emits nothing. */
export async function restoreThread(work: Work, thread: Channel, memberIds: readonly Snowflake[]): Promise<void> {
  await channelStore.insertChannel(work, thread)
  for (const userId of memberIds) await store.insertThreadMember(work, newThreadMember(thread, userId, work.now))
  if (isActiveThread(thread)) await scheduleArchive(work, thread)
}

/** Stores a changed thread, emits THREAD_UPDATE and moves the job that archives the thread. */
export async function saveThread(work: Work, guildId: Snowflake, before: Channel, after: Channel): Promise<void> {
  await channelStore.updateChannel(work, after)
  const [was, is] = [before.thread_metadata, after.thread_metadata]
  await emitUpdated(work, guildId, after, { unarchived: was?.archived === true && is?.archived === false })
  if (is?.archived) return work.cancel(threadIdles, after.id.toString())
  if (was?.archived !== is?.archived || was?.auto_archive_duration !== is?.auto_archive_duration)
    await scheduleArchive(work, after)
}

/** Schedules the job that archives a thread. Messages do not move the job; it looks for them when it is due. */
export async function scheduleArchive(work: Work, thread: Channel): Promise<void> {
  if (thread.guild_id === null) return
  const payload = { guildId: thread.guild_id, threadId: thread.id }
  await work.schedule(threadIdles, thread.id.toString(), archivesAt(thread), payload)
}

/** Emits THREAD_UPDATE. Members of a thread that is active again also receive their membership. */
async function emitUpdated(
  work: Work,
  guildId: Snowflake,
  after: Channel,
  { unarchived }: { unarchived: boolean },
): Promise<void> {
  if (!unarchived) return work.emit(threadUpdate, guildTopic(guildId), { thread: after })
  const all = await store.listThreadMembers(work, after.id, { after: -1n, limit: THREAD_MEMBERS_MAX })
  const ids = all.map((member) => member.user_id)
  const isPrivate = after.type === ChannelType.PRIVATE_THREAD
  work.emit(threadUpdate, guildTopic(guildId), { thread: after, ...(isPrivate ? { members: ids } : {}) })
  if (all.length > 0) work.emit(threadMemberUpdate, guildTopic(guildId), { thread: after, members: all })
}

/** Writes the audit log entry of a changed thread. */
export async function auditThread(work: Work, guildId: Snowflake, before: Channel, after: Channel): Promise<void> {
  const changes = changesBetween(auditFields(before), auditFields(after), AUDITED_AT_UPDATE)
  if (changes.length > 0)
    await audit(work, { guildId, action: AuditLogAction.THREAD_UPDATE, targetId: after.id, changes })
}

/** Stores the number of messages of a thread. The message events update the guild view. */
export async function saveMessageCounts(
  work: Work,
  thread: Channel,
  counts: { message_count: number; total_message_sent: number },
): Promise<void> {
  await channelStore.updateChannel(work, { ...thread, ...counts })
}

/** Deletes a thread with its messages, emits THREAD_DELETE and writes the audit log entry. */
export async function deleteThread(work: Work, view: GuildView, thread: Channel): Promise<void> {
  const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
  if (parent && isForum(parent.type)) await channelStore.keepLastMessage(work, parent, [thread.id])
  await deleteRows(work, thread.id)
  await unindexMessages(work, { view, channel: thread })
  const members = new Set(view.privateThreads.get(thread.id))
  work.emit(threadDelete, guildTopic(view.id), { thread, members })
  const changes = changesBetween(auditFields(thread), {}, AUDITED_AT_CREATION)
  await audit(work, { guildId: view.id, action: AuditLogAction.THREAD_DELETE, targetId: thread.id, changes })
}

/** Deletes the threads of a channel that is being deleted. No event names them, because CHANNEL_DELETE implies them. */
export async function deleteThreadsOf(work: Work, { channel }: GuildChannel): Promise<void> {
  if (channel.type === ChannelType.GUILD_CATEGORY) return
  for (const threadId of await channelStore.listThreadIds(work, channel.id)) await deleteRows(work, threadId)
}

async function deleteRows(work: Work, threadId: Snowflake): Promise<void> {
  await deleteChannelRows(work, threadId)
  await work.cancel(threadIdles, threadId.toString())
}

/** Removes the messages of a channel and of its threads from the search index. */
export async function unindexMessages(work: Work, { view, channel }: GuildChannel): Promise<void> {
  const { id: channelId } = channel
  if (view.searchIndexed) await work.schedule(textsDropped, '', work.now, { guildId: view.id, channelId })
}

/** Stores new members of a thread and emits their events. `count` is the number of members before. */
export async function insertMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  { userIds, count }: { userIds: readonly Snowflake[]; count: number },
): Promise<void> {
  const rows = userIds.map((userId) => newThreadMember(thread, userId, work.now))
  for (const row of rows) await store.insertThreadMember(work, row)
  const changed = await saveMemberCount(work, thread, count + rows.length)
  // Clients apply member events to threads that they know, so THREAD_CREATE is sent first.
  for (const member of rows) work.emit(threadJoined, guildTopic(view.id), { thread: changed, member })
  await emitAdded(work, view, changed, rows)
}

/** Deletes a member of a thread and emits THREAD_MEMBERS_UPDATE. Returns whether the user was a member. */
export async function removeThreadMember(
  work: Work,
  view: GuildView,
  thread: Channel,
  userId: Snowflake,
): Promise<boolean> {
  if (!(await store.deleteThreadMember(work, thread.id, userId))) return false
  const changed = await saveMemberCount(work, thread, await store.countThreadMembers(work, thread.id))
  work.emit(threadMembersUpdate, guildTopic(view.id), { thread: changed, added: [], removed: [userId] })
  return true
}

/**
 * Removes a member of a guild from its threads, because the membership is about to end. Clients are sent the change of
 * each thread that they can know; long archived threads, which the guild view does not have, only count one less.
 */
export async function leaveThreads(work: Work, { guildId, userId }: MemberOfGuild): Promise<void> {
  const view = await work.view(guildId)
  if (!view) return
  for (const threadId of await store.listThreadIdsOfUser(work, guildId, userId)) {
    const known = view.channels.get(threadId)
    if (known) {
      await removeThreadMember(work, view, known, userId)
      continue
    }
    const thread = await channelStore.findChannel(work, threadId)
    if (thread) await saveMemberCount(work, thread, thread.member_count - 1)
  }
}

async function saveMemberCount(work: Work, thread: Channel, member_count: number): Promise<Channel> {
  const current = (await channelStore.findChannel(work, thread.id)) ?? thread
  const changed = { ...current, member_count }
  await channelStore.updateChannel(work, changed)
  return changed
}

async function emitAdded(
  work: Work,
  view: GuildView,
  thread: Channel,
  rows: readonly StoredThreadMember[],
): Promise<void> {
  const users = await listUsers(
    work,
    rows.map((row) => row.user_id),
  )
  const added: (StoredThreadMember & { member?: MemberObject })[] = []
  for (const row of rows) {
    const member = await memberInGuild(work, view, row.user_id)
    const user = users.get(row.user_id)
    added.push({ ...row, ...(member && user ? { member: presentMember(member, user) } : {}) })
  }
  work.emit(threadMembersUpdate, guildTopic(view.id), { thread, added, removed: [] })
}
