import { randomBytes } from 'node:crypto'
import type { MediaEvents, MediaRules, MediaSession, TransportMode, UdpAddress } from './media-server.ts'
import { ReplayWindow } from './replay-window.ts'
import { TokenBucket } from './token-bucket.ts'
import { TransportCipher } from './transport-cipher.ts'

const KEY_BYTES = 32
/** Media packets of a participant per second: 24 times what audio needs. The rest is dropped before it is decrypted. */
const PACKETS_PER_SECOND = 1_200
/** Packets per second that claim to be a participant's and come from another address than the last one. */
const STRANGERS_PER_SECOND = 100
/** Responses to packets that are not authenticated. */
const RESPONSES_PER_SECOND = 20
/** Addresses of a participant that are remembered for keep-alives. */
const ADDRESSES_MAX = 8
/** Silence after which the next frame begins to be speech again. */
const PAUSE_MS = 500

/** A participant's state at the media server. */
export class Participant implements MediaSession {
  readonly ssrc: number
  readonly server: UdpAddress
  /** Participants of the same call. */
  readonly call: Set<Participant>
  readonly events: MediaEvents
  rules: MediaRules = { send: null, receive: null }
  cipher: TransportCipher | undefined
  window = new ReplayWindow()
  /** Destination of media. */
  remote: UdpAddress | undefined
  /** Addresses from which IP discovery or media came, the oldest first. Keep-alives from them are answered. */
  readonly addresses: UdpAddress[] = []
  readonly packets = new TokenBucket(PACKETS_PER_SECOND)
  readonly strangers = new TokenBucket(STRANGERS_PER_SECOND)
  readonly responses = new TokenBucket(RESPONSES_PER_SECOND)
  #spokeAt = Number.NEGATIVE_INFINITY
  readonly #closed: () => void

  constructor(ssrc: number, server: UdpAddress, call: Set<Participant>, events: MediaEvents, closed: () => void) {
    this.ssrc = ssrc
    this.server = server
    this.call = call
    this.events = events
    this.#closed = closed
  }

  select(mode: TransportMode, claimed: UdpAddress): Buffer {
    const key = randomBytes(KEY_BYTES)
    this.cipher = new TransportCipher(mode, key)
    this.window = new ReplayWindow()
    this.remote = this.addresses.find((address) => isSame(address, claimed)) ?? this.addresses[0]
    return key
  }

  permit(rules: MediaRules): void {
    this.rules = rules
  }

  close(): void {
    this.#closed()
  }

  /**
   * Remembers an address. Returns an address that is forgotten for it. The first one stays: IP discovery was requested
   * from it before others could know the SSRC.
   */
  remember(address: UdpAddress): UdpAddress | undefined {
    this.addresses.push(address)
    return this.addresses.length > ADDRESSES_MAX ? this.addresses.splice(1, 1)[0] : undefined
  }

  /** Notes a frame of speech and reports it after a pause. */
  spoke(now: number): void {
    if (now - this.#spokeAt > PAUSE_MS) this.events.speaking?.()
    this.#spokeAt = now
  }
}

/** Whether two addresses are the same. */
export function isSame(one: UdpAddress, other: UdpAddress): boolean {
  return one.port === other.port && one.ip === other.ip
}
