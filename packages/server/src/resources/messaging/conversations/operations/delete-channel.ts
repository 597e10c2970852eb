import { ApiError, ChannelObject, ChannelType, has, MessageFlag, Permission } from '@guildhall/protocol'
import { channelForCaller, managesGroupDm } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { closeDm, deleteGuildChannel, presentChannel, presentDm } from '../../../guild/channels/index.ts'
import { dissolveGroupDm, removeFromGroupDm } from '../../group-dms/index.ts'
import { findMessage, saveMessage } from '../../messages/index.ts'
import { deleteThread } from '../../threads/index.ts'

/** Delete/Close Channel. Deletes guild channels and threads, closes DMs and leaves group DMs. */
export const deleteChannel = operation({
  id: 'delete_channel',
  method: 'DELETE',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: ChannelObject },

  async run({ caller, params, work }) {
    const { channel, view, permissions } = await channelForCaller(work, caller, params.channel_id)
    if (channel.type === ChannelType.GROUP_DM) return leaveGroupDm(work, caller, channel)
    if (!view) return presentDm(channel, caller.userId, await closeDm(work, channel, caller.userId))
    const isThread = channel.thread_metadata !== null
    if (!has(permissions, isThread ? Permission.MANAGE_THREADS : Permission.MANAGE_CHANNELS))
      throw new ApiError('MISSING_PERMISSIONS')
    if (isThread) {
      await deleteThread(work, view, channel)
      await unmarkStarter(work, view, channel)
    } else await deleteGuildChannel(work, view, channel)
    return presentChannel(channel)
  },
})

/** Takes HAS_THREAD from the message that a deleted thread was started from: it can start another one. */
async function unmarkStarter(work: Work, view: GuildView, thread: Channel): Promise<void> {
  const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
  const message = parent && (await findMessage(work, parent.id, thread.id))
  if (!message) return
  await saveMessage(work, { view, channel: parent }, message, {
    flags: message.flags & ~MessageFlag.HAS_THREAD,
    thread_id: null,
  })
}

/** Removes a recipient who closes a group DM from it. The application that manages it closes it for everyone. */
async function leaveGroupDm(work: Work, caller: Caller, channel: Channel): Promise<ChannelObject> {
  if (managesGroupDm(caller, channel)) return presentDm(channel, caller.userId, await dissolveGroupDm(work, channel))
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  await removeFromGroupDm(work, caller, channel, caller.userId)
  return presentDm(channel, caller.userId, recipients)
}
