import type { UdpAddress } from './addresses.ts'
import type { RtpPacket } from './rtp-packet.ts'

/** Result of sealing: a packet, nothing for a packet that this way cannot carry, or the end of its key. */
export type Sealed = Buffer | undefined | 'key used up'

/** The way of media to one participant: encryption, payload types and address. */
export interface Way {
  /** Destination of media; undefined as long as it is unknown. */
  readonly remote: UdpAddress | undefined
  seal(packet: RtpPacket): Sealed
}

/** Payload types of clients by UDP, which are the same for all of them. */
export const OPUS_PAYLOAD_TYPE = 120
