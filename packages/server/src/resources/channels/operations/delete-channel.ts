import {
  ApiError,
  AuditLogAction,
  ChannelObject,
  ChannelType,
  has,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import { channelForCaller, managesGroupDm } from '../../../access/channel.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { guildTopic, userTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel as StoredChannel } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { dissolveGroup, removeFromGroup } from '../../group-dms/index.ts'
import { listUsers } from '../../users/index.ts'
import { setShown } from '../dm-store.ts'
import { channelDelete, dmClosed } from '../events.ts'
import { auditedChannel, saveChannel } from '../manage.ts'
import { presentChannel, presentDm } from '../present.ts'
import { removeWholeChannel } from '../remove.ts'
import * as store from '../store.ts'
import { threadDelete } from '../thread-events.ts'

/** Settings of the guild that name the channel are cleared. */
export type ChannelGone = (work: Work, view: GuildView, channelId: Snowflake) => Promise<void>

/** Delete/Close Channel: with all that is in it; channels of a category stay, without a parent. DMs are only closed. */
export const deleteChannel = (channelGone: ChannelGone) =>
  operation({
    id: 'delete_channel',
    method: 'DELETE',
    path: '/channels/:channel_id',
    callers: ['bot', 'person'],
    params: Type.Object({ channel_id: SnowflakeId }),
    responses: { 200: ChannelObject },

    async run({ caller, params, work }) {
      const { channel, view, permissions } = await channelForCaller(work, caller, params.channel_id)
      if (channel.type === ChannelType.GROUP_DM) return leaveGroup(work, caller, channel)
      if (!view) return closeDm(work, caller, channel)
      const thread = channel.thread_metadata !== null
      if (!has(permissions, thread ? Permission.MANAGE_THREADS : Permission.MANAGE_CHANNELS))
        throw new ApiError('MISSING_PERMISSIONS')
      if (thread) await removeThread(work, view, channel)
      else await removeChannel(work, view, channel, channelGone)
      const action = thread ? AuditLogAction.THREAD_DELETE : AuditLogAction.CHANNEL_DELETE
      const changes = auditedChannel(channel, 'old_value')
      await audit(work, { guildId: view.id, action, targetId: channel.id, changes })
      return presentChannel(channel)
    },
  })

async function removeThread(work: Work, view: GuildView, thread: StoredChannel): Promise<void> {
  await removeWholeChannel(work, thread.id)
  await forgetTexts(work, view, thread.id)
  await work.cancel('thread-archive', thread.id.toString())
  const members = new Set(view.privateThreads.get(thread.id))
  work.emit(threadDelete, guildTopic(view.id), { thread, members })
}

async function removeChannel(
  work: Work,
  view: GuildView,
  channel: StoredChannel,
  channelGone: ChannelGone,
): Promise<void> {
  const { features, rules_channel_id, public_updates_channel_id } = view.guild
  const needed = [rules_channel_id, public_updates_channel_id].includes(channel.id)
  if (needed && features.includes('COMMUNITY')) throw new ApiError('CHANNEL_REQUIRED_FOR_COMMUNITY')
  const category = channel.type === ChannelType.GUILD_CATEGORY
  const inside = category ? [...view.channels.values()].filter((child) => child.parent_id === channel.id) : []
  for (const child of inside) await saveChannel(work, child, { ...child, parent_id: null })
  if (!category) {
    for (const threadId of await store.threadIdsOf(work, channel.id)) {
      await removeWholeChannel(work, threadId)
      await work.cancel('thread-archive', threadId.toString())
    }
  }
  // While the channel is there: who views it is told of all that ends with it.
  await channelGone(work, view, channel.id)
  await removeWholeChannel(work, channel.id)
  await forgetTexts(work, view, channel.id)
  work.emit(channelDelete, guildTopic(view.id), { channel, inside })
}

/** What was written there leaves the index of searched texts, with what was in threads of it. */
async function forgetTexts(work: Work, view: GuildView, channelId: Snowflake): Promise<void> {
  if (view.searchIndexed) await work.schedule('forget-texts', '', work.now, { guildId: view.id, channelId })
}

/** Who closes a group DM leaves it; the application that manages it ends it for all. */
async function leaveGroup(work: Work, caller: Caller, channel: StoredChannel) {
  if (managesGroupDm(caller, channel)) return presentDm(channel, caller.userId, await dissolveGroup(work, channel))
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  await removeFromGroup(work, caller, channel, caller.userId)
  return presentDm(channel, caller.userId, recipients)
}

async function closeDm(work: Work, { userId }: Caller, channel: StoredChannel) {
  await setShown(work, channel.id, userId, false)
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  work.emit(dmClosed, userTopic(userId), { channel, viewerId: userId, recipients })
  return presentDm(channel, userId, recipients)
}
