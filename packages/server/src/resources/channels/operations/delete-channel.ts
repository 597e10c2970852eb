import { ApiError, AuditLogAction, Channel, has, Permission } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { visibleChannel } from '../access.ts'
import { channelDelete } from '../events.ts'
import { auditedChannel, saveChannel } from '../manage.ts'
import { presentChannel } from '../present.ts'
import * as store from '../store.ts'
import { threadDelete } from '../thread-events.ts'

/** Delete/Close Channel: with all that is in it; channels of a category stay, without a parent. */
export const deleteChannel = operation({
  id: 'delete_channel',
  method: 'DELETE',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  answers: { 200: Channel },

  async run({ caller, params, work }) {
    const { channel, view, permissions } = await visibleChannel(work, caller, params.channel_id)
    if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const thread = channel.thread_metadata !== null
    const needed = thread ? Permission.MANAGE_THREADS : Permission.MANAGE_CHANNELS
    if (!has(permissions, needed)) throw new ApiError('MISSING_PERMISSIONS')
    for (const child of view.channels.values()) {
      if (child.parent_id !== channel.id) continue
      if (child.thread_metadata) await store.removeWhole(work, child.id)
      else await saveChannel(work, child, { ...child, parent_id: null })
    }
    await store.removeWhole(work, channel.id)
    work.emit(thread ? threadDelete : channelDelete, guildTopic(view.id), channel)
    const action = thread ? AuditLogAction.THREAD_DELETE : AuditLogAction.CHANNEL_DELETE
    await audit(work, { guildId: view.id, action, targetId: channel.id, changes: auditedChannel(channel, 'old_value') })
    return presentChannel(channel)
  },
})
