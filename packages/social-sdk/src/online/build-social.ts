import type { VoicePlaces } from '../client/audio/voice-places.ts'
import type { MergeGate } from '../client/auth/merge-gate.ts'
import { ChannelRecords } from '../client/chat/channel-records.ts'
import { Chat } from '../client/chat/chat.ts'
import type { ChatSources } from '../client/chat/chat-handles.ts'
import { Disclosure } from '../client/chat/disclosure.ts'
import { Messages } from '../client/chat/messages.ts'
import type { ClientContext } from '../client/context.ts'
import { Lobbies } from '../client/lobbies/lobbies.ts'
import { LobbyRecords } from '../client/lobbies/lobby-records.ts'
import type { PlayerRequests } from '../client/player-requests.ts'
import type { PageViewer } from '../client/show-page.ts'
import type { UserDirectory } from '../client/users/user-directory.ts'
import type { Session } from '../connection/session.ts'

/** Parts that lobbies and the chat are made of. */
export interface SocialParts {
  readonly context: ClientContext
  readonly session: Session
  readonly requests: PlayerRequests
  readonly merges: MergeGate
  readonly places: VoicePlaces
  readonly users: UserDirectory
  readonly pages: PageViewer
}

/** Makes the lobbies and the chat of a Client. */
export function buildSocial(parts: SocialParts): { readonly lobbies: Lobbies; readonly chat: Chat } {
  const { context, session, requests, users, pages } = parts
  const ownId = () => BigInt(session.userId ?? 0)
  const awaitMerge = async (callback: (() => void) | null | undefined) => {
    if (users.current()?.IsProvisional()) await parts.merges.ask(callback)
  }
  const records = new LobbyRecords(context, session, users)
  const lobbies = new Lobbies({ context, requests, records, places: parts.places, users, pages, awaitMerge })
  const channels = new ChannelRecords(session, users)
  const messages = new Messages({ context, session, users, channels })
  const hasEnded = () => context.queue.hasEnded
  const sources: ChatSources = { channels, users, lobbies, lobbyRecords: records, ownId, hasEnded }
  const disclosure = new Disclosure(context, session, requests)
  const chat = new Chat({ context, requests, messages, sources, disclosure, pages, awaitMerge })
  return { lobbies, chat }
}
