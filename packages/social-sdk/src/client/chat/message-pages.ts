import { ChannelType } from '../../enums/index.ts'
import { type ChatSources, recipientOf } from './chat-handles.ts'
import type { MessageRecord } from './message-record.ts'

/** Returns whether a message is visible outside of the game: in a linked channel, or in a DM of the platform. */
export function isVisibleOutside(sources: ChatSources, message: MessageRecord): boolean {
  return pageOf(sources, message) !== null
}

/** Returns the path of a message's page in the web app; null for a message that exists only in the game. */
export function pageOf(sources: ChatSources, message: MessageRecord): string | null {
  if (message.disclosure !== null) return null
  if (message.lobbyId !== null) {
    const linked = sources.lobbyRecords.get(message.lobbyId)?.linkedChannel
    return linked ? `/channels/${linked.guildId}/${linked.id}/${message.id}` : null
  }
  const { channels } = sources
  const isOutside = channels.get(message.channelId)?.type === ChannelType.Dm
  // A merge moves the messages of a provisional account to the channel of the platform.
  const channelId = isOutside ? message.channelId : channels.findWith(recipientOf(sources, message))
  return channelId === undefined ? null : `/channels/@me/${channelId}/${message.id}`
}
