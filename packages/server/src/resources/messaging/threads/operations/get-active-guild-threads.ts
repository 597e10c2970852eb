import { ThreadListObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listForCaller } from '../actions/list.ts'
import { isActiveThread } from '../model.ts'

/** List Active Guild Threads: those that the caller can view, the newest first. */
export const getActiveGuildThreads = operation({
  id: 'get_active_guild_threads',
  method: 'GET',
  path: '/guilds/:guild_id/threads/active',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: ThreadListObject },

  async run({ caller, params, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const viewer = Viewer.of('bot', view, member, work.now)
    const threads = [...view.channels.values()].filter((channel) => isActiveThread(channel) && viewer.sees(channel.id))
    threads.sort((a, b) => (a.id < b.id ? 1 : -1))
    return { ...(await listForCaller(work, caller, threads)), has_more: false }
  },
})
