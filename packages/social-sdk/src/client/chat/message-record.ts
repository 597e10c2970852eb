import { type GameDirectMessageObject, type LobbyMessageObject, MessageFlag, snowflakeTime } from '@guildhall/protocol'
import type { DisclosureTypes } from '../../enums/index.ts'
import type { AdditionalContent } from '../../values/additional-content.ts'
import { additionalContentOf } from './additional-content.ts'

/** Record of a message, as handles show it. */
export interface MessageRecord {
  readonly id: bigint
  /** In a lobby, the id of the lobby. */
  readonly channelId: bigint
  /** Null for direct messages. */
  readonly lobbyId: bigint | null
  readonly authorId: bigint
  /** The other user of a direct message, as far as the message itself names that user. */
  readonly recipientId: bigint | null
  readonly content: string
  /** Milliseconds of Unix time. */
  readonly sentAt: bigint
  /** Milliseconds of Unix time; 0n without an edit. */
  readonly editedAt: bigint
  /** The game that sent the message. */
  readonly applicationId: bigint | null
  readonly isFromGame: boolean
  readonly additionalName: string | null
  readonly additionalContent: AdditionalContent | null
  readonly metadata: Readonly<Record<string, string>>
  readonly moderationMetadata: Readonly<Record<string, string>>
  /** An invite to an activity, or a request for one, is not part of the chat. */
  readonly isInvite: boolean
  readonly disclosure: DisclosureTypes | null
}

/** Returns the record of a message in a lobby. */
export function lobbyMessageRecord(message: LobbyMessageObject): MessageRecord {
  const lobbyId = BigInt(message.lobby_id)
  return { ...commonRecord(message), channelId: lobbyId, lobbyId, recipientId: 0n }
}

/** Returns the record of a direct message. */
export function directMessageRecord(message: GameDirectMessageObject): MessageRecord {
  const { channel_id, recipient_id, activity } = message
  return {
    ...commonRecord(message),
    channelId: BigInt(channel_id),
    lobbyId: null,
    recipientId: recipient_id === undefined ? null : BigInt(recipient_id),
    isInvite: activity !== undefined,
  }
}

function commonRecord(message: LobbyMessageObject | GameDirectMessageObject) {
  const { application_id, timestamp, edited_timestamp } = message
  const id = BigInt(message.id)
  const isFromGame = (message.flags & MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION) !== 0
  return {
    id,
    authorId: BigInt(message.author.id),
    content: message.content,
    sentAt: BigInt(timestamp === undefined ? snowflakeTime(id) : Date.parse(timestamp)),
    editedAt: BigInt(edited_timestamp ? Date.parse(edited_timestamp) : 0),
    applicationId: isFromGame && application_id !== undefined ? BigInt(application_id) : null,
    isFromGame,
    additionalName: message.lobby_member?.additional_name ?? null,
    additionalContent: additionalContentOf(message),
    metadata: message.metadata ?? {},
    moderationMetadata: message.moderation_metadata ?? {},
    isInvite: false,
    disclosure: null,
  }
}
