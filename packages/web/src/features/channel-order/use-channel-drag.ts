import { permissionsInGuild } from '@guildhall/client/questions'
import { type ChannelObject, Permission } from '@guildhall/protocol'
import { dropChannel } from '../../domain/channels/move-channels.ts'
import { useClient } from '../../gateway/react.tsx'
import { useDragSpot } from '../../ui/use-drag-spot.ts'

/** Returns the ref of an element by which a channel or category is dragged, and on which others are dropped. */
export function useChannelDrag(channel: ChannelObject) {
  const client = useClient()
  const { id, guild_id: guildId, thread_metadata } = channel
  return useDragSpot({
    list: `channels ${guildId}`,
    id,
    name: channel.name ?? '',
    mayDrag() {
      if (!guildId || thread_metadata) return false
      return (permissionsInGuild(client.state, guildId) & Permission.MANAGE_CHANNELS) !== 0n
    },
    mayTake: () => guildId !== undefined && !thread_metadata,
    take: (dragged) => void dropChannel(client, dragged, id),
  })
}
