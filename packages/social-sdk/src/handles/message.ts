import type { DisclosureTypes } from '../enums/index.ts'
import { Handle, handle } from '../objects/handle.ts'
import { nullOf } from '../objects/wrapper.ts'
import type { AdditionalContent } from '../values/additional-content.ts'
import type { ChannelHandle } from './channel.ts'
import type { LobbyHandle } from './lobby.ts'
import type { UserHandle } from './user.ts'

/** Values that a MessageHandle shows. */
export interface MessageView {
  readonly additionalContent: AdditionalContent | null
  readonly applicationId: bigint | null
  readonly author: UserHandle | null
  readonly authorId: bigint
  readonly channel: ChannelHandle | null
  readonly channelId: bigint
  readonly content: string
  readonly disclosureType: DisclosureTypes | null
  readonly editedTimestamp: bigint
  readonly id: bigint
  readonly lobby: LobbyHandle | null
  readonly metadata: Record<string, string>
  readonly moderationMetadata: Record<string, string>
  readonly rawContent: string
  readonly recipient: UserHandle | null
  readonly recipientId: bigint
  readonly sentFromGame: boolean
  readonly sentTimestamp: bigint
  readonly additionalName: string | null
}

const messageFields = handle<MessageView>({
  additionalContent: null,
  applicationId: null,
  author: null,
  authorId: 0n,
  channel: null,
  channelId: 0n,
  content: '',
  disclosureType: null,
  editedTimestamp: 0n,
  id: 0n,
  lobby: null,
  metadata: {},
  moderationMetadata: {},
  rawContent: '',
  recipient: null,
  recipientId: 0n,
  sentFromGame: false,
  sentTimestamp: 0n,
  additionalName: null,
})

/** A message. It keeps what it showed last when the Client keeps the message no longer. */
export class MessageHandle extends Handle<MessageView> {
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: MessageHandle = nullOf(MessageHandle)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: MessageHandle) {
    super(messageFields, other)
  }

  /** Returns what the message holds besides its text; null for text alone. */
  AdditionalContent(): AdditionalContent | null {
    return messageFields.view(this).additionalContent
  }

  /** Returns the id of the game that sent the message; null for others. Since 1.5. */
  ApplicationId(): bigint | null {
    return messageFields.view(this).applicationId
  }

  /** Returns the author; null while that user is unknown. */
  Author(): UserHandle | null {
    return messageFields.view(this).author
  }

  /** Returns the id of the author. */
  AuthorId(): bigint {
    return messageFields.view(this).authorId
  }

  /** Returns the channel; null if it is unknown. */
  Channel(): ChannelHandle | null {
    return messageFields.view(this).channel
  }

  /** Returns the id of the channel; in a lobby, the id of the lobby. */
  ChannelId(): bigint {
    return messageFields.view(this).channelId
  }

  /** Returns the text with readable names in place of mentions and emoji. */
  Content(): string {
    return messageFields.view(this).content
  }

  /** Returns the kind of a message that the library adds itself; null for others. */
  DisclosureType(): DisclosureTypes | null {
    return messageFields.view(this).disclosureType
  }

  /** Returns the time of the last edit in milliseconds of Unix time; 0n if there was none. */
  EditedTimestamp(): bigint {
    return messageFields.view(this).editedTimestamp
  }

  /** Returns the id of the message. */
  Id(): bigint {
    return messageFields.view(this).id
  }

  /** Returns the lobby of the message; null for direct messages. */
  Lobby(): LobbyHandle | null {
    return messageFields.view(this).lobby
  }

  /** Returns a copy of the metadata that the sender has set. */
  Metadata(): Record<string, string> {
    return { ...messageFields.view(this).metadata }
  }

  /** Returns a copy of the metadata that the back end of the game has set. An edit clears it. Since 1.6. */
  ModerationMetadata(): Record<string, string> {
    return { ...messageFields.view(this).moderationMetadata }
  }

  /** Returns the text as it was sent. */
  RawContent(): string {
    return messageFields.view(this).rawContent
  }

  /** Returns the other user of a direct message; null if unknown, and in lobbies. */
  Recipient(): UserHandle | null {
    return messageFields.view(this).recipient
  }

  /** Returns the id of the other user of a direct message; 0n in lobbies. */
  RecipientId(): bigint {
    return messageFields.view(this).recipientId
  }

  /** Returns whether a game sent the message. */
  SentFromGame(): boolean {
    return messageFields.view(this).sentFromGame
  }

  /** Returns the time of the message in milliseconds of Unix time. */
  SentTimestamp(): bigint {
    return messageFields.view(this).sentTimestamp
  }

  /**
   * Returns the second name of the author in the lobby, which only the back end sets; null without one. Since
   * 1.10.
   */
  AdditionalName(): string | null {
    return messageFields.view(this).additionalName
  }
}
