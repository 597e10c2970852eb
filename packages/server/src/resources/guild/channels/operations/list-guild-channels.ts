import { ChannelObject } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { guildForCaller } from '../../../../access/guild.ts'
import { canView } from '../../../../access/visibility.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Viewer } from '../../../../kernel/viewer.ts'
import { Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { linkFields } from '../link-rules.ts'
import { isThread } from '../model.ts'
import { presentChannel } from '../present.ts'

/**
 * Get Guild Channels, without threads. From 16 November 2026 bots get only the channels that they can view. Games
 * always do, and may ask which of them their player can link to a lobby. [END-15] [END-16] [END-17]
 */
export const listGuildChannels = operation({
  id: 'list_guild_channels',
  method: 'GET',
  path: '/guilds/:guild_id/channels',
  callers: ['bot', 'person', 'bearer'],
  scope: 'guilds.channels.read',
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ with_can_link_lobby: Optional(Type.Boolean()) }),
  responses: { 200: Type.Array(ChannelObject) },

  async run({ caller, params, query, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const omits = caller.kind !== 'bot' || work.changes.inEffect('hidden_channels_omitted', work.now)
    const viewer = Viewer.of('bot', view, member, work.now)
    const channels = [...view.channels.values()]
      .filter((channel) => !isThread(channel.type) && (!omits || canView(viewer, channel)))
      .sort((a, b) => a.position - b.position)
    if (caller.kind !== 'bearer' || !query.with_can_link_lobby) return channels.map(presentChannel)
    return channels.map((channel) => ({
      ...presentChannel(channel),
      ...linkFields(view, channel, memberChannelPermissions(view, channel, member, work.now)),
    }))
  },
})
