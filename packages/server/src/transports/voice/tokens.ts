import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import type { VoiceTicket } from '../../kernel/voice.ts'

const SESSION_BYTES = 8
const NONCE_BYTES = 8
const SIGNATURE_BYTES = 16
const SIGNED_BYTES = 3 * 8 + SESSION_BYTES + NONCE_BYTES
const TOKEN_CHARS = (SIGNED_BYTES + SIGNATURE_BYTES) * 2

/** A token that was signed here. The voice state decides whether it is still valid. */
export interface VerifiedToken extends Omit<VoiceTicket, 'sessionId'> {
  /** Whether the token was issued to this gateway session. */
  isOf(sessionId: string): boolean
}

/**
 * Voice tokens. They are signed and not stored, so they stay valid when the process restarts with the same key.
 */
export class VoiceTokens {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  /** Returns a new token in hexadecimal. */
  issue({ userId, serverId, channelId, sessionId }: VoiceTicket): string {
    const signed = Buffer.alloc(SIGNED_BYTES)
    signed.writeBigUInt64BE(userId, 0)
    signed.writeBigUInt64BE(serverId, 8)
    signed.writeBigUInt64BE(channelId, 16)
    digestOf(sessionId).copy(signed, 24)
    randomBytes(NONCE_BYTES).copy(signed, 24 + SESSION_BYTES)
    return Buffer.concat([signed, this.#signature(signed)]).toString('hex')
  }

  /** Returns what a token proves; undefined for text that is no token of this server. */
  verify(token: string): VerifiedToken | undefined {
    if (token.length !== TOKEN_CHARS) return undefined
    const bytes = Buffer.from(token, 'hex')
    if (bytes.length * 2 !== TOKEN_CHARS) return undefined
    const signed = bytes.subarray(0, SIGNED_BYTES)
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#signature(signed))) return undefined
    const id = (at: number): Snowflake => signed.readBigUInt64BE(at)
    const session = signed.subarray(24, 24 + SESSION_BYTES)
    return {
      userId: id(0),
      serverId: id(8),
      channelId: id(16),
      isOf: (sessionId) => session.equals(digestOf(sessionId)),
    }
  }

  #signature(signed: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(signed).digest().subarray(0, SIGNATURE_BYTES)
  }
}

function digestOf(sessionId: string): Buffer {
  return hash('sha256', sessionId, 'buffer').subarray(0, SESSION_BYTES)
}
