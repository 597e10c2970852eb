import type { GameDirectMessageObject, LobbyMessageObject, MessageSummaryObject } from '@guildhall/protocol'
import type { ChannelHandle } from '../../handles/channel.ts'
import type { MessageHandle } from '../../handles/message.ts'
import { UserMessageSummary } from '../../handles/user-message-summary.ts'
import { handleOf } from '../../objects/handle.ts'
import { invalid } from '../../result.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import { type PageViewer, showPage } from '../show-page.ts'
import { type ChatSources, channelHandle, messageHandle } from './chat-handles.ts'
import type { Disclosure } from './disclosure.ts'
import { isVisibleOutside, pageOf } from './message-pages.ts'
import type { MessageEntry } from './message-store.ts'
import type { Messages } from './messages.ts'

/** Messages of one request for history. */
const HISTORY_MAX = 200
/** Age of the oldest messages of a history. */
const HISTORY_MS = 72 * 3_600_000

type Metadata = Readonly<Record<string, string>>

/** Parts of which the chat is made. */
export interface ChatParts {
  readonly context: ClientContext
  readonly requests: PlayerRequests
  readonly messages: Messages
  readonly sources: ChatSources
  readonly disclosure: Disclosure
  readonly pages: PageViewer
  /** Resolves once the player is no provisional account. @throws ResultFailure Aborted if the game gives it up */
  readonly awaitMerge: (callback: (() => void) | null | undefined) => Promise<void>
}

/** Direct messages and messages of lobbies. */
export class Chat {
  readonly #parts: ChatParts

  constructor(parts: ChatParts) {
    this.#parts = parts
  }

  message(id: bigint): MessageHandle | null {
    const entry = this.#parts.messages.find(id)
    return entry ? this.#handleOf(entry) : null
  }

  channel(id: bigint): ChannelHandle | null {
    return channelHandle(this.#parts.sources, id)
  }

  /** Sends a message to a lobby, and to its linked channel. */
  async sendToLobby(lobbyId: bigint, content: string, metadata?: Metadata): Promise<[messageId: bigint]> {
    const { requests, messages } = this.#parts
    const path = `/lobbies/${lobbyId}/messages`
    const sent = await requests.send<LobbyMessageObject>('POST', path, { body: { content, metadata } })
    return this.#sent(messages.takeLobbyMessage(sent))
  }

  async sendToUser(recipientId: bigint, content: string, metadata?: Metadata): Promise<[messageId: bigint]> {
    const path = `/users/${recipientId}/messages`
    return this.#sent(await this.#direct('POST', path, recipientId, { content, metadata }))
  }

  async edit(recipientId: bigint, messageId: bigint, content: string): Promise<[]> {
    await this.#direct('PATCH', `/users/${recipientId}/messages/${messageId}`, recipientId, { content })
    return []
  }

  async delete(recipientId: bigint, messageId: bigint): Promise<[]> {
    await this.#parts.requests.send('DELETE', `/users/${recipientId}/messages/${messageId}`)
    this.#parts.messages.forget(messageId)
    return []
  }

  /** @throws ResultFailure ValidationError for a limit below 1 */
  async lobbyMessages(lobbyId: bigint, limit: number): Promise<[MessageHandle[]]> {
    if (limit < 1) throw invalid(`The limit must be 1 to ${HISTORY_MAX}.`)
    const { requests, messages } = this.#parts
    const query = { limit: Math.min(limit, HISTORY_MAX) }
    const found = await requests.send<LobbyMessageObject[]>('GET', `/lobbies/${lobbyId}/messages`, { query })
    return [this.#newestFirst(found.map((message) => messages.takeLobbyMessage(message)))]
  }

  /**
   * Returns the newest messages with a user, without a request if the Client keeps that many.
   * @param limit at most 200, which 0 and less mean too
   */
  async userMessages(recipientId: bigint, limit: number): Promise<[MessageHandle[]]> {
    const { requests, messages } = this.#parts
    const count = limit < 1 ? HISTORY_MAX : Math.min(limit, HISTORY_MAX)
    const kept = messages.newestWith(recipientId, count, Date.now() - HISTORY_MS)
    if (kept) return [this.#newestFirst(kept)]
    const path = `/users/${recipientId}/messages`
    const found = await requests.send<GameDirectMessageObject[]>('GET', path, { query: { limit: count } })
    return [this.#newestFirst(messages.takePage(found, recipientId, found.length < count))]
  }

  async summaries(): Promise<[UserMessageSummary[]]> {
    const { requests, sources } = this.#parts
    const found = await requests.send<MessageSummaryObject[]>('GET', '/partner-sdk/users/@me/channels')
    const summaryOf = ({ user_id, last_message_id }: MessageSummaryObject) => {
      const view = { userId: BigInt(user_id), lastMessageId: BigInt(last_message_id) }
      return handleOf(UserMessageSummary, () => (sources.hasEnded() ? null : view))
    }
    return [found.map(summaryOf)]
  }

  /** Returns whether a message has a page outside of the game. */
  canOpen(messageId: bigint): boolean {
    const entry = this.#parts.messages.find(messageId)
    return entry !== undefined && isVisibleOutside(this.#parts.sources, entry.record)
  }

  /** Shows the page of a message. @throws ResultFailure ValidationError for a message without one */
  async open(messageId: bigint, onMergeRequired: (() => void) | null | undefined): Promise<[]> {
    const { messages, sources, context, pages, awaitMerge } = this.#parts
    const entry = messages.find(messageId)
    if (!entry || entry.record.disclosure !== null) throw invalid('The Client does not keep this message.')
    await awaitMerge(onMergeRequired)
    const path = pageOf(sources, entry.record)
    if (path === null) throw invalid('The message exists only in the game.')
    await showPage(context, pages, path)
    return []
  }

  async #direct(method: string, path: string, recipientId: bigint, body: object): Promise<MessageEntry> {
    const { requests, messages } = this.#parts
    const message = await requests.send<GameDirectMessageObject>(method, path, { body })
    return messages.takeDirectMessage(message, recipientId)
  }

  #sent({ record }: MessageEntry): [messageId: bigint] {
    const { sources, disclosure, messages } = this.#parts
    if (isVisibleOutside(sources, record)) void disclosure.follow(record, (local) => messages.add(local))
    return [record.id]
  }

  #newestFirst(entries: readonly MessageEntry[]): MessageHandle[] {
    const sorted = entries.toSorted((a, b) => (a.record.id < b.record.id ? 1 : -1))
    return sorted.map((entry) => this.#handleOf(entry))
  }

  #handleOf(entry: MessageEntry): MessageHandle {
    return messageHandle(this.#parts.sources, entry)
  }
}
