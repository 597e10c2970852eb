import type { EventName } from '../contract/contract.ts'
import type { Events } from '../contract/generated/events.ts'
import type { ClientState, MessageRange, OwnVoice, PendingInteraction, ShownMessage } from './state.ts'

/** A change of the state: an event of the gateway by its name, or something that the app did itself. */
export interface Action<N extends EventName | LocalName> {
  readonly name: N
  readonly data: DataOf<N>
}

/** Returns the next state at a time in milliseconds. Pure; returns the same object if nothing changes. */
export type Reducer<D> = (state: ClientState, data: D, now: number) => ClientState

/** Data of each action: of an event as the gateway sends it, or of something that the app did itself. */
export type DataOf<N extends EventName | LocalName> = N extends LocalName
  ? LocalActions[N]
  : N extends EventName
    ? Events[N]
    : never

/** Reducers by name of their action. A name that is no event and no local action does not compile. */
export type Reducers = { readonly [N in EventName | LocalName]?: Reducer<DataOf<N>> }

/** Actions of the app itself; their names cannot collide with events, which are in capitals. */
export interface LocalActions {
  'messages loaded': { channelId: string; range: MessageRange; mode: 'replace' | 'older' | 'newer' }
  'message sending': { message: ShownMessage }
  'message failed': { channelId: string; nonce: string; error: string; retry: () => void }
  'message dismissed': { channelId: string; messageId: string }
  'channel read': { channelId: string; messageId: string }
  /** A log was closed. `open` are the channels whose logs are still shown. */
  'channel left': { channelId: string; open: readonly string[] }
  /** The person went to another guild. */
  'guild left': { guildId: string }
  'interaction started': Omit<PendingInteraction, 'state' | 'error'>
  'interaction waiting': { nonce: string }
  /** The server refused the request. Without a text, the place that sent it shows the error itself. */
  'interaction refused': { nonce: string; error: string | null }
  'modal closed': { id: string }
  /** A time has come at which something ends: a timeout, or that a user is shown as typing. */
  'time passed': { now: number }
  /** The person has given a role to a member, or taken it away. */
  'member role changed': { guildId: string; userId: string; roleId: string; given: boolean }
  'voice changed': Partial<OwnVoice>
  'connection changed': { status: ClientState['status'] }
}

/** Names of local actions. */
export type LocalName = keyof LocalActions
