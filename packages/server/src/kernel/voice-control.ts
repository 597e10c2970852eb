import type { Snowflake } from '@guildhall/protocol'

/** Hold of the control API on the voice server. */
export interface VoiceControl {
  /**
   * Takes the offer of a client that tries the network, and returns the server's part of an answer (op 4). It belongs
   * to no call, and ends after a minute.
   * @returns null if there are too many, undefined for an offer that is malformed
   */
  probe(offer: string): string | null | undefined
  /** Returns the calls of this process with their members. */
  calls(): Promise<CallFacts[]>
  /** Disturbs the media of members from now on, and returns their number. Null ends the fault. */
  fault(filter: CallFilter, fault: MediaFault | null): number
}

/** Selects members of calls. Fields that are absent select all. */
export interface CallFilter {
  readonly userId?: Snowflake | undefined
  readonly channelId?: Snowflake | undefined
}

/** Fault of all packets of a member, both ways: media, ICE and DTLS. */
export interface MediaFault {
  /** Packets that are lost, in percent; 100 cuts the network. */
  readonly lossPercent: number
  /** Time by which packets are late, in wall-clock ms. */
  readonly delayMs: number
}

/** A call of this process. */
export interface CallFacts {
  readonly channelId: Snowflake
  readonly members: readonly CallMemberFacts[]
}

export interface CallMemberFacts {
  readonly userId: Snowflake
  /** Whether the member is connected as bots are, or as browsers are. */
  readonly kind: 'udp' | 'webrtc' | null
  readonly transport: 'UDP' | 'TCP' | null
  /** Packets of sound that arrived from the member, and those that are missing between them. */
  readonly received: number
  readonly lost: number
  /** Time to the member's voice socket and back, in ms; null without a response in a second. */
  readonly delayMs: number | null
  readonly fault: MediaFault | null
}
