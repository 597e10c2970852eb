import { type ChannelObject, Permission } from '@guildhall/protocol'
import { type DragEvent, useState } from 'react'
import { dropChannel } from '../../domain/channels/move-channels.ts'
import { useClient } from '../../gateway/react.tsx'
import { permissionsInGuild } from '../../gateway/selectors.ts'

/** Type of the data that a dragged channel carries: a drop from elsewhere has none. */
const DRAGGED = 'application/x-guildhall-channel'
const isChannel = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED)

/** Returns properties of an element by which a channel or category is dragged, and on which others are dropped. */
export function useChannelDrag(channel: ChannelObject) {
  const client = useClient()
  const [over, setOver] = useState(false)
  const { id, guild_id: guildId } = channel
  return {
    'data-over': over || undefined,
    onDragStart(event: DragEvent<HTMLElement>) {
      if (!guildId || channel.thread_metadata) return
      // Looked up here: a list of many links must not compute permissions with each event.
      const manages = permissionsInGuild(client.state, guildId) & Permission.MANAGE_CHANNELS
      if (manages) event.dataTransfer.setData(DRAGGED, id)
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!isChannel(event) || channel.thread_metadata) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave() {
      setOver(false)
    },
    onDrop(event: DragEvent<HTMLElement>) {
      setOver(false)
      if (!isChannel(event)) return
      // A dropped link would open its address.
      event.preventDefault()
      void dropChannel(client, event.dataTransfer.getData(DRAGGED), id)
    },
  }
}
