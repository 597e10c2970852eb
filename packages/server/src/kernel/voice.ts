import type { Instant, Snowflake } from '@guildhall/protocol'
import type { VoiceState } from './model.ts'

/** Place of a user in a call, as a voice token proves it. */
export interface VoiceTicket {
  readonly userId: Snowflake
  /** Guild, or the DM, group DM or lobby itself: `server_id` of the voice gateway. */
  readonly serverId: Snowflake
  readonly channelId: Snowflake
  /** Gateway session that joined. */
  readonly sessionId: string
}

/** Voice state of a user who takes part in a call. */
export interface VoiceConnection {
  /** Guild, or the DM, lobby or shared screen itself. */
  readonly serverId: Snowflake
  readonly state: VoiceState
  /** False for a call that is never encrypted, whatever its channel is. */
  readonly encrypts?: boolean
}

/** The voice server, as the gateway introduces its clients to it. */
export interface VoiceServer {
  /** Host and port without a scheme, as VOICE_SERVER_UPDATE names them. */
  readonly endpoint: string
  /** Returns a new token. It is valid while the user's voice state says the same. */
  tokenFor(ticket: VoiceTicket): string
  /**
   * Takes over who is connected at any node, as rows say at the start, and after events were lost. Voice sessions of
   * others end.
   */
  know(connections: readonly VoiceConnection[]): void
  /** Returns whether a voice socket with this place is open. */
  isConnected(ticket: VoiceTicket): boolean
  /** Returns whether such a socket is open and its client responds. A socket whose client does not is closed. */
  responds(ticket: VoiceTicket): Promise<boolean>
  /** Returns the platform date at which a member last spoke, or now for one who speaks; null before that. */
  spokeAt(ticket: VoiceTicket): Instant | null
}
