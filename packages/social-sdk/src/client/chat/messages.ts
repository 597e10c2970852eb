import type { GameDirectMessageObject, LobbyMessageObject, UserObject } from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import { ChannelType } from '../../enums/index.ts'
import type { ClientContext } from '../context.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { ChannelRecords } from './channel-records.ts'
import { directMessageRecord, lobbyMessageRecord, type MessageRecord } from './message-record.ts'
import { type MessageEntry, MessageStore } from './message-store.ts'

/** Parts of which messages are made. */
export interface MessagesParts {
  readonly context: ClientContext
  readonly session: Session
  readonly users: UserDirectory
  readonly channels: ChannelRecords
}

/** Messages as events and responses bring them. Events call the handlers, for own messages too. */
export class Messages {
  readonly #parts: MessagesParts
  readonly #store = new MessageStore()

  constructor(parts: MessagesParts) {
    const { session } = parts
    this.#parts = parts
    session.on('READY', () => this.#store.clear())
    session.on('MESSAGE_CREATE', (message) => this.#direct(message, (record) => this.#created(record)))
    session.on('MESSAGE_UPDATE', (message) => this.#direct(message, (record) => this.#updated(record)))
    session.on('MESSAGE_DELETE', ({ id, channel_id, guild_id }) => {
      if (guild_id === undefined) this.#deleted(BigInt(id), BigInt(channel_id))
    })
    session.on('LOBBY_MESSAGE_CREATE', (message) => this.#created(this.#lobbyRecord(message)))
    session.on('LOBBY_MESSAGE_UPDATE', (message) => this.#updated(this.#lobbyRecord(message)))
    session.on('LOBBY_MESSAGE_DELETE', ({ id, lobby_id }) => this.#deleted(BigInt(id), BigInt(lobby_id)))
    session.on('LOBBY_DELETE', ({ id }) => this.#store.removeChannel(BigInt(id)))
  }

  find(id: bigint): MessageEntry | undefined {
    return this.#store.find(id)
  }

  /** Takes over a lobby message of a response. */
  takeLobbyMessage(message: LobbyMessageObject): MessageEntry {
    return this.#store.takeOver(this.#lobbyRecord(message))
  }

  /**
   * Takes over a direct message of a response.
   * @param recipientId the other user, who is not part of every direct message
   */
  takeDirectMessage(message: GameDirectMessageObject, recipientId: bigint): MessageEntry {
    return this.#store.takeOver({ ...this.#directRecord(message, recipientId), recipientId })
  }

  /**
   * Takes over a page of direct messages, which are the newest ones.
   * @param isWhole whether there are no further ones
   */
  takePage(page: readonly GameDirectMessageObject[], recipientId: bigint, isWhole: boolean): MessageEntry[] {
    const ids = page.map(({ id }) => BigInt(id))
    const oldest = ids.reduce((one, other) => (one < other ? one : other), ids[0] ?? 0n)
    const channels = new Set(page.map(({ channel_id }) => BigInt(channel_id)))
    for (const channelId of channels) this.#store.noteWhole(channelId, isWhole ? 0n : oldest)
    return page.map((message) => this.takeDirectMessage(message, recipientId))
  }

  /**
   * Returns the newest direct messages with a user, as far as they are known without a gap; null if the server must be
   * asked.
   * @param since ms of Unix time at which the history begins
   */
  newestWith(recipientId: bigint, count: number, since: number): MessageEntry[] | null {
    const [channelId, ...others] = this.#parts.channels.allWith(recipientId)
    if (channelId === undefined || others.length > 0) return null
    return this.#store.newest(channelId, count, since)
  }

  /** Forgets an own message that was deleted. The event of it calls the handler. */
  forget(id: bigint): void {
    this.#store.remove(id)
  }

  /** Adds a message that only this Client knows, and calls the handler. */
  add(local: MessageRecord): void {
    this.#created(local)
  }

  /** Calls a function for a message of a DM; a game has no part in groups. */
  #direct(message: GameDirectMessageObject, take: (record: MessageRecord) => void): void {
    if (message.guild_id !== undefined || message.channel_type === ChannelType.GroupDm) return
    const isOwn = message.author.id === this.#parts.session.userId
    take(this.#directRecord(message, isOwn ? null : BigInt(message.author.id)))
  }

  /** @param recipientId the other user, if known */
  #directRecord(message: GameDirectMessageObject, recipientId: bigint | null): MessageRecord {
    const record = directMessageRecord(message)
    this.#noteUsers(message)
    const other = record.recipientId ?? recipientId
    if (other === null) return record
    const type = message.channel_type === ChannelType.EphemeralDm ? ChannelType.EphemeralDm : ChannelType.Dm
    this.#parts.channels.add(record.channelId, { type, recipientId: other })
    return record
  }

  #lobbyRecord(message: LobbyMessageObject): MessageRecord {
    this.#noteUsers(message)
    return lobbyMessageRecord(message)
  }

  #noteUsers({ author, mentions = [] }: { author: UserObject; mentions?: readonly UserObject[] }): void {
    for (const user of [author, ...mentions]) this.#parts.users.note(user)
  }

  #created(record: MessageRecord): void {
    this.#store.noteWhole(record.channelId, record.id)
    this.#store.put(record)
    if (!record.isInvite) this.#parts.context.handlers.emit('messageCreated', record.id)
  }

  #updated(record: MessageRecord): void {
    this.#store.put(record)
    if (!record.isInvite) this.#parts.context.handlers.emit('messageUpdated', record.id)
  }

  #deleted(id: bigint, channelId: bigint): void {
    const removed = this.#store.remove(id)
    if (!removed?.record.isInvite) this.#parts.context.handlers.emit('messageDeleted', id, channelId)
  }
}
