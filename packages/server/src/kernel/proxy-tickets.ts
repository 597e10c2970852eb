import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'

/** Lifetime of a ticket. The proxy renews a ticket that is in use. */
const LIFETIME_S = 15 * 60
const SIGNATURE_BYTES = 32
const NAME_CHARS = 12
const TICKET = /^([\w-]{1,400})\.([\w-]{43})$/

/** Person and activity that a ticket was issued for. */
export interface TicketHolder {
  readonly applicationId: Snowflake
  readonly userId: Snowflake
  /** Instance that the person takes part in; null for a ticket without one. */
  readonly instanceId: string | null
}

/** A ticket with a valid signature that has not expired. Times are Unix seconds. */
export interface ProxyTicket extends TicketHolder {
  readonly createdAt: number
  readonly expiresAt: number
  /** Whether half of its lifetime is over. */
  readonly isAging: boolean
}

export interface ProxyTicketsParts {
  /** Secret of this platform. */
  readonly key: Uint8Array
  /** Wall-clock time: servers of developers compare the times with their own clocks. */
  readonly now: () => Instant
}

/** Issues and verifies proxy tickets. They are signed and not stored, so they stay valid over restarts. */
export class ProxyTickets {
  readonly #parts: ProxyTicketsParts

  constructor(parts: ProxyTicketsParts) {
    this.#parts = parts
  }

  /** Public name of the platform, which all of its nodes have. It does not reveal the secret. */
  get platformName(): string {
    return createHmac('sha256', this.#parts.key).update('name').digest('hex').slice(0, NAME_CHARS)
  }

  /** Returns a new ticket. */
  issue({ applicationId, userId, instanceId }: TicketHolder): string {
    const fields = [applicationId.toString(), userId.toString(), instanceId, this.#seconds()]
    const signed = Buffer.from(JSON.stringify(fields)).toString('base64url')
    return `${signed}.${this.#signature(signed).toString('base64url')}`
  }

  /** Returns what a ticket proves; null for a text that is no ticket of this platform, and for an expired ticket. */
  verify(text: string): ProxyTicket | null {
    const [, signed = '', signature = ''] = TICKET.exec(text) ?? []
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, this.#signature(signed))) return null
    const [application, user, instanceId, createdAt] = JSON.parse(Buffer.from(signed, 'base64url').toString()) as [
      string,
      string,
      string | null,
      number,
    ]
    const age = this.#seconds() - createdAt
    if (age >= LIFETIME_S) return null
    return {
      applicationId: BigInt(application),
      userId: BigInt(user),
      instanceId,
      createdAt,
      expiresAt: createdAt + LIFETIME_S,
      isAging: age >= LIFETIME_S / 2,
    }
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }

  #signature(signed: string): Buffer {
    return createHmac('sha256', this.#parts.key).update(`proxy ticket ${signed}`).digest()
  }
}
