import { ChannelObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { canView } from '../../../access/visibility.ts'
import { operation } from '../../../kernel/operation.ts'
import { Viewer } from '../../../kernel/viewer.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { isThread } from '../model.ts'
import { presentChannel } from '../present.ts'

/**
 * Get Guild Channels, without threads. From 16 November 2026 bots get only the channels that they can view.
 * [END-15] [END-16] [END-17]
 */
export const listGuildChannels = operation({
  id: 'list_guild_channels',
  method: 'GET',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(ChannelObject) },

  async run({ caller, params, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const omits = caller.kind === 'person' || work.changes.inEffect('hidden_channels_omitted', work.now)
    const viewer = Viewer.of('bot', view, member, work.now)
    const channels = [...view.channels.values()].filter((channel) => !isThread(channel.type))
    return channels
      .filter((channel) => !omits || canView(viewer, channel))
      .sort((a, b) => a.position - b.position)
      .map(presentChannel)
  },
})
