import type { ClientState, MessageRange, OwnVoice, PendingInteraction, ShownMessage } from './state.ts'

/** A change of the state: an event of the gateway by its name, or something that the app did itself. */
export interface Action<D = unknown> {
  readonly name: string
  readonly data: D
}

/** Returns the next state. Pure; returns the same object if nothing changes. */
export type Reducer<D> = (state: ClientState, data: D) => ClientState

/** Reducers by name of their action. */
export type Reducers = Readonly<Record<string, Reducer<never>>>

/** Actions of the app itself; their names cannot collide with events, which are in capitals. */
export interface LocalActions {
  'messages loaded': { channelId: string; range: MessageRange; mode: 'replace' | 'older' | 'newer' }
  'message sending': { message: ShownMessage }
  'message failed': { channelId: string; nonce: string; error: string; retry: () => void }
  'message dismissed': { channelId: string; messageId: string }
  'channel read': { channelId: string; messageId: string }
  'messages trimmed': { channelId: string; keep: number }
  'interaction started': Omit<PendingInteraction, 'state' | 'error'>
  'interaction waiting': { nonce: string }
  /** The server refused the request. Without a text, the place that sent it shows the error itself. */
  'interaction refused': { nonce: string; error: string | null }
  'modal closed': { id: string }
  'typing expired': { now: number }
  /** The person has given a role to a member, or taken it away. */
  'member role changed': { guildId: string; userId: string; roleId: string; given: boolean }
  'voice changed': Partial<OwnVoice>
  'connection changed': { status: ClientState['status'] }
}

/** Names of local actions. */
export type LocalName = keyof LocalActions
