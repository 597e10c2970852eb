import {
  ApplicationFlag,
  CloseCode,
  Intent,
  KNOWN_INTENTS,
  LARGE_THRESHOLD_DEFAULT,
  LARGE_THRESHOLD_MAX,
  LARGE_THRESHOLD_MIN,
  PRIVILEGED_INTENTS,
} from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'

/** What an Identify asks for, checked. */
export interface IdentifyRequest {
  token: string
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
  compress: boolean
  presence: unknown
  client: ClientKind
}

/** Under which field of `client_status` a session counts. */
export type ClientKind = 'desktop' | 'mobile' | 'web' | 'vr'

export type Refusal = { close: number; reason: string }

/** Reads the `d` of op 2; a refusal names the close code. [GW-1] [GW-4] */
export function readIdentify(data: unknown): IdentifyRequest | Refusal {
  if (typeof data !== 'object' || data === null)
    return { close: CloseCode.DECODE_ERROR, reason: 'Error while decoding payload.' }
  const { token, intents, capabilities, shard, large_threshold, compress, presence, properties } = data as Record<
    string,
    unknown
  >
  if (typeof token !== 'string') return { close: CloseCode.DECODE_ERROR, reason: 'Error while decoding payload.' }
  if (capabilities !== undefined && !Number.isInteger(capabilities)) {
    return { close: CloseCode.DECODE_ERROR, reason: 'Error while decoding payload.' }
  }
  const read = readShard(shard)
  if (!read) return { close: CloseCode.INVALID_SHARD, reason: 'Invalid shard.' }
  const bits = intents ?? 0
  if (
    typeof bits !== 'number' ||
    !Number.isSafeInteger(bits) ||
    bits < 0 ||
    bits > 0x7fffffff ||
    bits & ~KNOWN_INTENTS
  ) {
    return { close: CloseCode.INVALID_INTENTS, reason: 'Invalid intent(s).' }
  }
  const threshold = Number.isInteger(large_threshold) ? (large_threshold as number) : LARGE_THRESHOLD_DEFAULT
  return {
    token,
    intents: bits,
    capabilities: (capabilities as number | undefined) ?? 0,
    shard: read,
    largeThreshold: Math.min(Math.max(threshold, LARGE_THRESHOLD_MIN), LARGE_THRESHOLD_MAX),
    compress: compress === true,
    presence,
    client: clientKind(properties),
  }
}

/** What the client says of itself; libraries of bots name themselves and count as web. */
function clientKind(properties: unknown): ClientKind {
  const { browser, $browser } = (properties ?? {}) as Record<string, unknown>
  const name = browser ?? $browser
  if (typeof name !== 'string') return 'web'
  if (/\b(ios|android)\b/i.test(name)) return 'mobile'
  if (/\bvr\b/i.test(name)) return 'vr'
  return /\b(client|desktop)\b/i.test(name) ? 'desktop' : 'web'
}

function readShard(shard: unknown): readonly [number, number] | null {
  if (shard === undefined || shard === null) return [0, 1]
  if (!Array.isArray(shard) || shard.length !== 2) return null
  const [id, count] = shard as [unknown, unknown]
  if (!Number.isInteger(id) || !Number.isInteger(count)) return null
  if ((count as number) < 1 || (id as number) < 0 || (id as number) >= (count as number)) return null
  return [id as number, count as number]
}

const CONTENT_SWITCH = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED

/**
 * Returns the intents that a session acts by. Version 9 has no MESSAGE_CONTENT bit: there the application's switch alone
 * lets a bot read messages.
 */
export function actingIntents(
  intents: number,
  version: number,
  application: Pick<Application, 'flags'> | null,
): number {
  const reads = version === 9 && ((application?.flags ?? 0n) & CONTENT_SWITCH) !== 0n
  return reads ? intents | Intent.MESSAGE_CONTENT : intents
}

/** Privileged intents that the application has no switch on for: they close the connection with 4014. [AUT-16] */
export function disallowedIntents(intents: number, application: Pick<Application, 'flags'>): number {
  let allowed = 0
  const { flags } = application
  const has = (bits: bigint) => (flags & bits) !== 0n
  if (has(ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED))
    allowed |= Intent.GUILD_MEMBERS
  if (has(ApplicationFlag.GATEWAY_PRESENCE | ApplicationFlag.GATEWAY_PRESENCE_LIMITED))
    allowed |= Intent.GUILD_PRESENCES
  if (has(CONTENT_SWITCH)) allowed |= Intent.MESSAGE_CONTENT
  return intents & PRIVILEGED_INTENTS & ~allowed
}
