import type {
  DeleteUserMessageCallback,
  EditUserMessageCallback,
  GetLobbyMessagesCallback,
  MessageCreatedCallback,
  MessageDeletedCallback,
  MessageUpdatedCallback,
  OpenMessageInDiscordCallback,
  ProvisionalUserMergeRequiredCallback,
  SendUserMessageCallback,
  UserMessageSummariesCallback,
  UserMessagesWithLimitCallback,
} from '../../callbacks/types.ts'
import type { ChannelHandle } from '../../handles/channel.ts'
import type { MessageHandle } from '../../handles/message.ts'
import { callback, flag, int32, stringMap, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { act, type Given, type Once, onceReady, read, setHandler } from '../base.ts'
import { PresenceMethods } from '../presence/methods.ts'

/** Direct messages and messages of lobbies. */
export abstract class ChatMethods extends PresenceMethods {
  /** Returns whether a message can be opened outside of the game. */
  CanOpenMessageInDiscord(messageId: bigint): boolean {
    return read(this, false, ({ online }) => online?.chat.canOpen(messageId) ?? false)
  }

  /** Deletes an own direct message. */
  DeleteUserMessage(
    recipientId: bigint,
    messageId: bigint,
    cb?: Given<DeleteUserMessageCallback>,
  ): Once<DeleteUserMessageCallback> {
    return onceReady(this, 'DeleteUserMessage', cb, [], ({ chat }) => chat.delete(recipientId, messageId))
  }

  /** Edits an own direct message. */
  EditUserMessage(
    recipientId: bigint,
    messageId: bigint,
    content: string,
    cb?: Given<EditUserMessageCallback>,
  ): Once<EditUserMessageCallback> {
    return onceReady(this, 'EditUserMessage', cb, [], ({ chat }) => chat.edit(recipientId, messageId, content))
  }

  /** Returns a direct message channel or the channel of a lobby; null for others. */
  GetChannelHandle(channelId: bigint): ChannelHandle | null {
    return read<ChannelHandle | null>(this, null, ({ online }) => online?.chat.channel(channelId) ?? null)
  }

  /** Fetches messages of a lobby, newest first: at most 200, and of the last 72 hours. */
  GetLobbyMessagesWithLimit(
    lobbyId: bigint,
    limit: number,
    cb?: Given<GetLobbyMessagesCallback>,
  ): Once<GetLobbyMessagesCallback> {
    return onceReady(this, 'GetLobbyMessagesWithLimit', cb, [[]], ({ chat }) => chat.lobbyMessages(lobbyId, limit))
  }

  /** Returns a message that the Client keeps: the 25 newest of each channel; null for others. */
  GetMessageHandle(messageId: bigint): MessageHandle | null {
    return read<MessageHandle | null>(this, null, ({ online }) => online?.chat.message(messageId) ?? null)
  }

  /** Fetches the newest message of each conversation. Since 1.5. */
  GetUserMessageSummaries(cb?: Given<UserMessageSummariesCallback>): Once<UserMessageSummariesCallback> {
    return onceReady(this, 'GetUserMessageSummaries', cb, [[]], ({ chat }) => chat.summaries())
  }

  /**
   * Fetches direct messages with a user, newest first: at most 200, and of the last 72 hours. A limit of 0
   * or less means 200. A Client that keeps that many sends no request. Since 1.5.
   */
  GetUserMessagesWithLimit(
    recipientId: bigint,
    limit: number,
    cb?: Given<UserMessagesWithLimitCallback>,
  ): Once<UserMessagesWithLimitCallback> {
    return onceReady(this, 'GetUserMessagesWithLimit', cb, [[]], ({ chat }) => chat.userMessages(recipientId, limit))
  }

  /** Opens a message outside of the game. Provisional accounts must merge first. */
  OpenMessageInDiscord(
    messageId: bigint,
    provisionalUserMergeRequiredCallback: Given<ProvisionalUserMergeRequiredCallback>,
    callback?: Given<OpenMessageInDiscordCallback>,
  ): Once<OpenMessageInDiscordCallback> {
    const ask = provisionalUserMergeRequiredCallback
    return onceReady(this, 'OpenMessageInDiscord', callback, [], ({ chat }) => chat.open(messageId, ask))
  }

  /** Sends a message of at most 2,000 characters to a lobby, and to the channel that it is linked with. */
  SendLobbyMessage(
    lobbyId: bigint,
    content: string,
    cb?: Given<SendUserMessageCallback>,
  ): Once<SendUserMessageCallback> {
    return onceReady(this, 'SendLobbyMessage', cb, [0n], ({ chat }) => chat.sendToLobby(lobbyId, content))
  }

  /** Sends a message with metadata to a lobby. The linked channel does not receive the metadata. */
  SendLobbyMessageWithMetadata(
    lobbyId: bigint,
    content: string,
    metadata: Record<string, string>,
    cb?: Given<SendUserMessageCallback>,
  ): Once<SendUserMessageCallback> {
    const pairs = { ...metadata }
    return onceReady(this, 'SendLobbyMessageWithMetadata', cb, [0n], ({ chat }) =>
      chat.sendToLobby(lobbyId, content, pairs),
    )
  }

  /** Sends a direct message of at most 2,000 characters. */
  SendUserMessage(
    recipientId: bigint,
    content: string,
    cb?: Given<SendUserMessageCallback>,
  ): Once<SendUserMessageCallback> {
    return onceReady(this, 'SendUserMessage', cb, [0n], ({ chat }) => chat.sendToUser(recipientId, content))
  }

  /** Sends a direct message with metadata: at most 25 keys; keys and values have at most 1,024 characters. */
  SendUserMessageWithMetadata(
    recipientId: bigint,
    content: string,
    metadata: Record<string, string>,
    cb?: Given<SendUserMessageCallback>,
  ): Once<SendUserMessageCallback> {
    const pairs = { ...metadata }
    return onceReady(this, 'SendUserMessageWithMetadata', cb, [0n], ({ chat }) =>
      chat.sendToUser(recipientId, content, pairs),
    )
  }

  /** Sets the handler that is called when a message arrives, own ones too; null removes it. */
  SetMessageCreatedCallback(cb: Given<MessageCreatedCallback>): void {
    setHandler(this, 'messageCreated', cb)
  }

  /** Sets the handler that is called when a message is deleted; null removes it. */
  SetMessageDeletedCallback(cb: Given<MessageDeletedCallback>): void {
    setHandler(this, 'messageDeleted', cb)
  }

  /** Sets the handler that is called when a message, or its moderation metadata, changes; null removes it. */
  SetMessageUpdatedCallback(cb: Given<MessageUpdatedCallback>): void {
    setHandler(this, 'messageUpdated', cb)
  }

  /**
   * Tells the local client whether the game shows its chat, so that it does not notify about the same
   * messages.
   */
  SetShowingChat(showingChat: boolean): void {
    // RPC has no command for it: the local client has no notifications that the game could repeat.
    act(this, ({ context }) => context.log.verbose(`the game ${showingChat ? 'shows' : 'hides'} its chat`))
  }
}

declareParameters(ChatMethods, {
  CanOpenMessageInDiscord: { messageId: uint64 },
  DeleteUserMessage: { recipientId: uint64, messageId: uint64, cb: callback },
  EditUserMessage: { recipientId: uint64, messageId: uint64, content: text, cb: callback },
  GetChannelHandle: { channelId: uint64 },
  GetLobbyMessagesWithLimit: { lobbyId: uint64, limit: int32, cb: callback },
  GetMessageHandle: { messageId: uint64 },
  GetUserMessageSummaries: { cb: callback },
  GetUserMessagesWithLimit: { recipientId: uint64, limit: int32, cb: callback },
  OpenMessageInDiscord: { messageId: uint64, provisionalUserMergeRequiredCallback: callback, callback: callback },
  SendLobbyMessage: { lobbyId: uint64, content: text, cb: callback },
  SendLobbyMessageWithMetadata: { lobbyId: uint64, content: text, metadata: stringMap, cb: callback },
  SendUserMessage: { recipientId: uint64, content: text, cb: callback },
  SendUserMessageWithMetadata: { recipientId: uint64, content: text, metadata: stringMap, cb: callback },
  SetMessageCreatedCallback: { cb: callback },
  SetMessageDeletedCallback: { cb: callback },
  SetMessageUpdatedCallback: { cb: callback },
  SetShowingChat: { showingChat: flag },
})
