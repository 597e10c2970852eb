import { ChannelType } from '../../enums/index.ts'
import { ChannelHandle } from '../../handles/channel.ts'
import { MessageHandle, type MessageView } from '../../handles/message.ts'
import { handleOf } from '../../objects/handle.ts'
import { AdditionalContent } from '../../values/additional-content.ts'
import type { Lobbies } from '../lobbies/lobbies.ts'
import type { LobbyRecords } from '../lobbies/lobby-records.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { ChannelRecords } from './channel-records.ts'
import type { MessageRecord } from './message-record.ts'
import type { MessageEntry } from './message-store.ts'
import { readableText } from './readable-text.ts'

/** Parts from which handles of messages and channels are made. */
export interface ChatSources {
  readonly channels: ChannelRecords
  readonly users: UserDirectory
  readonly lobbies: Lobbies
  readonly lobbyRecords: LobbyRecords
  readonly ownId: () => bigint
  readonly hasEnded: () => boolean
}

/** Returns the handle of a message. It shows the last state that the Client knew. */
export function messageHandle(sources: ChatSources, entry: MessageEntry): MessageHandle {
  return handleOf(MessageHandle, () => (sources.hasEnded() ? null : messageView(sources, entry.record)))
}

/** Returns the other user of a direct message; 0n in lobbies, and if that user is not known. */
export function recipientOf({ channels, ownId }: ChatSources, message: MessageRecord): bigint {
  if (message.recipientId !== null) return message.recipientId
  const channel = channels.get(message.channelId)
  if (channel) return channel.recipientId
  return message.authorId === ownId() ? 0n : message.authorId
}

function messageView(sources: ChatSources, message: MessageRecord): MessageView {
  const { users, lobbies } = sources
  return {
    id: message.id,
    channelId: message.channelId,
    authorId: message.authorId,
    rawContent: message.content,
    sentTimestamp: message.sentAt,
    editedTimestamp: message.editedAt,
    applicationId: message.applicationId,
    sentFromGame: message.isFromGame,
    additionalName: message.additionalName,
    metadata: message.metadata,
    moderationMetadata: message.moderationMetadata,
    disclosureType: message.disclosure,
    get additionalContent() {
      return message.additionalContent && new AdditionalContent(message.additionalContent)
    },
    get author() {
      return users.handle(message.authorId)
    },
    get channel() {
      return channelHandle(sources, message.channelId)
    },
    get content() {
      return readableText(message.content, {
        user: (id) => users.handle(id)?.DisplayName() ?? null,
        channel: (id) => linkedChannelName(sources, id),
      })
    },
    get lobby() {
      return message.lobbyId === null ? null : lobbies.handle(message.lobbyId)
    },
    get recipient() {
      return users.handle(recipientOf(sources, message))
    },
    get recipientId() {
      return recipientOf(sources, message)
    },
  }
}

/** Games know the names of channels that their lobbies are linked with. */
function linkedChannelName({ lobbyRecords }: ChatSources, id: bigint): string | null {
  for (const lobbyId of lobbyRecords.ids()) {
    const linked = lobbyRecords.get(lobbyId)?.linkedChannel
    if (linked?.id === id) return linked.name
  }
  return null
}

/** Returns the handle of a direct message channel or of the channel of a lobby; null for others. */
export function channelHandle(sources: ChatSources, id: bigint): ChannelHandle | null {
  if (!channelView(sources, id)) return null
  return handleOf(ChannelHandle, () => channelView(sources, id))
}

function channelView({ channels, users, lobbyRecords, hasEnded }: ChatSources, id: bigint) {
  if (hasEnded()) return null
  if (lobbyRecords.get(id)) return { id, name: '', recipients: [], type: ChannelType.Lobby }
  const channel = channels.get(id)
  if (!channel) return null
  const { type, recipientId } = channel
  return { id, name: users.handle(recipientId)?.DisplayName() ?? '', recipients: [recipientId], type }
}
