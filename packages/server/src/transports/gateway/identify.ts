import {
  ApplicationFlag,
  BOT_INTENTS,
  CloseCode,
  GAME_INTENTS,
  Intent,
  KNOWN_INTENTS,
  LARGE_THRESHOLD_DEFAULT,
  LARGE_THRESHOLD_MAX,
  LARGE_THRESHOLD_MIN,
  PRIVILEGED_INTENTS,
} from '@guildhall/protocol'
import type { Application } from '../../kernel/model.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Authenticator } from '../authenticate.ts'

/** The `d` of Identify, checked. */
export interface IdentifyRequest {
  token: string
  /** Null without the field, which only games may omit. */
  intents: number | null
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
  compress: boolean
  presence: unknown
  client: ClientKind
}

/** Field of `client_status` that a session counts for. */
export type ClientKind = 'desktop' | 'mobile' | 'web' | 'vr'

/** Close code and reason for an invalid Identify. */
export type IdentifyRefusal = { close: number; reason: string }

const INVALID_INTENTS: IdentifyRefusal = { close: CloseCode.INVALID_INTENTS, reason: 'Invalid intent(s).' }

/** Reads the `d` of op 2 (Identify), or returns the refusal for it. [GW-1] [GW-4] */
export function readIdentify(data: unknown): IdentifyRequest | IdentifyRefusal {
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
  const isGame = token.startsWith('Bearer ')
  const known = isGame ? GAME_INTENTS : BOT_INTENTS
  const bits = intents ?? null
  if (bits !== null && !isMaskOf(known, bits)) return INVALID_INTENTS
  const threshold = Number.isInteger(large_threshold) ? (large_threshold as number) : LARGE_THRESHOLD_DEFAULT
  return {
    token,
    intents: bits,
    capabilities: (capabilities as number | undefined) ?? 0,
    shard: read,
    largeThreshold: Math.min(Math.max(threshold, LARGE_THRESHOLD_MIN), LARGE_THRESHOLD_MAX),
    compress: compress === true,
    presence,
    client: clientKind(properties) ?? (isGame ? gameClientKind(properties) : 'web'),
  }
}

function isMaskOf(known: number, bits: unknown): bits is number {
  return (
    Number.isSafeInteger(bits) && (bits as number) >= 0 && (bits as number) <= known && !((bits as number) & ~known)
  )
}

/** Returns the kind of client by its `browser` property; null for names of bot libraries and games. */
function clientKind(properties: unknown): ClientKind | null {
  const { browser, $browser } = (properties ?? {}) as Record<string, unknown>
  const name = browser ?? $browser
  if (typeof name !== 'string') return null
  if (/\b(ios|android)\b/i.test(name)) return 'mobile'
  if (/\bvr\b/i.test(name)) return 'vr'
  return /\b(client|desktop)\b/i.test(name) ? 'desktop' : null
}

/** Returns the kind of client of a game by its `os` property. */
function gameClientKind(properties: unknown): ClientKind {
  const { os } = (properties ?? {}) as Record<string, unknown>
  return typeof os === 'string' && /\b(ios|android)\b/i.test(os) ? 'mobile' : 'desktop'
}

function readShard(shard: unknown): readonly [number, number] | null {
  if (shard === undefined || shard === null) return [0, 1]
  if (!Array.isArray(shard) || shard.length !== 2) return null
  const [id, count] = shard as [unknown, unknown]
  if (!Number.isInteger(id) || !Number.isInteger(count)) return null
  if ((count as number) < 1 || (id as number) < 0 || (id as number) >= (count as number)) return null
  return [id as number, count as number]
}

const MESSAGE_CONTENT_FLAGS = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED

/**
 * Returns the intents that apply to a session. API version 9 has no MESSAGE_CONTENT intent. There the flag of the
 * application alone lets a bot read message content.
 */
export function effectiveIntents(intents: number, version: number, { flags }: Pick<Application, 'flags'>): number {
  const readsContent = version === 9 && (flags & MESSAGE_CONTENT_FLAGS) !== 0n
  return readsContent ? intents | Intent.MESSAGE_CONTENT : intents
}

/**
 * Returns the refusal of a bot's intents: those of activities exist for bots of an activity only (4013), and privileged
 * ones need a flag of the application (4014). [AUT-16]
 */
export function refusalOfIntents(intents: number, { flags }: Pick<Application, 'flags'>): IdentifyRefusal | null {
  const has = (bits: bigint) => (flags & bits) !== 0n
  if (!has(ApplicationFlag.EMBEDDED) && !isMaskOf(KNOWN_INTENTS, intents)) return INVALID_INTENTS
  let allowed = 0
  if (has(ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED))
    allowed |= Intent.GUILD_MEMBERS
  if (has(ApplicationFlag.GATEWAY_PRESENCE | ApplicationFlag.GATEWAY_PRESENCE_LIMITED))
    allowed |= Intent.GUILD_PRESENCES
  if (has(MESSAGE_CONTENT_FLAGS)) allowed |= Intent.MESSAGE_CONTENT
  const isDisallowed = (intents & PRIVILEGED_INTENTS & ~allowed) !== 0
  return isDisallowed ? { close: CloseCode.DISALLOWED_INTENTS, reason: 'Disallowed intent(s).' } : null
}

/**
 * Returns whether a client may resume a session with its token: the token is of the session's user, kind and
 * application. A game's token must have all scopes of the session, whose missed events it receives.
 */
export function mayResume(session: Identity, token: Identity): boolean {
  if (session.userId !== token.userId || session.kind !== token.kind) return false
  if (session.application?.id !== token.application?.id) return false
  return token.kind !== 'bearer' || [...session.scopes].every((scope) => token.scopes.has(scope))
}

/** Returns the identity of a bot's or person's own token, or of an OAuth2 token that may connect. */
export async function connectingIdentity(authenticator: Authenticator, token: string): Promise<Identity | null> {
  if (token.startsWith('Bearer ')) {
    const identity = await authenticator.identity('bearer', token.slice('Bearer '.length))
    return identity && mayConnect(identity) ? identity : null
  }
  const identity = await authenticator.identity('any', token.replace(/^Bot /, ''))
  return identity?.kind === 'bearer' ? null : identity
}

/** Returns why a token does not connect, for the tape. */
export function explainConnecting(authenticator: Authenticator, token: string): Promise<string> {
  const kind = token.startsWith('Bearer ') ? 'bearer' : 'any'
  return authenticator.explain(kind, token.replace(/^(Bearer|Bot) /, ''))
}

/** Returns whether an OAuth2 token opens sessions. A publisher's token must be exchanged for one of a game. [AUT-25] */
function mayConnect({ scopes, application }: Identity): boolean {
  if (((application?.flags ?? 0n) & ApplicationFlag.PARENT) !== 0n) return false
  return scopes.has('gateway.connect') && scopes.has('identify')
}
