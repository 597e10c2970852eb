import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import { withoutTicketCookie, withoutTicketQuery } from './ticket-place.ts'

/** Headers of one connection (RFC 9110, 7.6.1), with those that older software sends. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** Headers of requests that only the proxy may send, or that tell the address of the user. */
const RESERVED = [
  'cf-connecting-ip',
  'client-ip',
  'content-length',
  'expect',
  'fastly-client-ip',
  'forwarded',
  'host',
  'http2-settings',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
  'x-signature-ed25519',
  'x-signature-timestamp',
]
const RESERVED_PREFIXES = ['x-forwarded-', 'x-discord-proxy-', 'x-original-']
/** Form of the tokens of people's sessions and bots; group: the id of the user in base64. */
const PLATFORM_TOKEN = /^(?:Bot\s+)?([\w-]+={0,2})\.[\w-]+\.[\w-]+$/i

/** Returns whether a header belongs to one connection, by itself or because `Connection` names it. */
export function hopByHop(headers: HeaderList): (lowerCaseName: string) => boolean {
  const named = new Set(HOP_BY_HOP)
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'connection') continue
    for (const entry of value.split(',')) named.add(entry.trim().toLowerCase())
  }
  return (name) => named.has(name)
}

export interface RequestFacts {
  readonly headers: HeaderList
  /** `Host` of the target. */
  readonly targetHost: string
  /** Headers that only the proxy adds. */
  readonly added: HeaderList
  /** Bytes of the body; null for chunks of unknown length; undefined without a body. */
  readonly bodyBytes: number | null | undefined
  readonly upgrade: boolean
  readonly via: string
}

/** Returns the headers of a request to a target: the browser's, without those of its connection and of the user. */
export function forwardedHeaders({ headers, targetHost, added, bodyBytes, upgrade, via }: RequestFacts): HeaderList {
  const isHopByHop = hopByHop(headers)
  const kept = headers.flatMap(([name, value]): HeaderList => {
    const lower = name.toLowerCase()
    if (isHopByHop(lower) || isReserved(lower)) return []
    if (lower === 'authorization' && isPlatformToken(value)) return []
    if (lower === 'referer') return [[name, withoutTicketQuery(value)]]
    if (lower !== 'cookie') return [[name, value]]
    const cookies = withoutTicketCookie(value)
    return cookies === '' ? [] : [[name, cookies]]
  })
  return [['Host', targetHost], ...kept, ...added, ['Via', via], ...framing(bodyBytes, upgrade)]
}

/**
 * Returns whether a credential is the token of a person's session or of a bot. An activity's own credentials are
 * forwarded, among them access tokens, which have the scheme `Bearer`.
 */
function isPlatformToken(value: string): boolean {
  const [, owner] = PLATFORM_TOKEN.exec(value.trim()) ?? []
  return owner !== undefined && /^\d{1,20}$/.test(Buffer.from(owner, 'base64').toString('latin1'))
}

/** Servers of the CGI kind do not tell `_` from `-` in names. */
function isReserved(given: string): boolean {
  const name = given.replaceAll('_', '-')
  return RESERVED.includes(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))
}

function framing(bodyBytes: RequestFacts['bodyBytes'], upgrade: boolean): HeaderList {
  if (upgrade)
    return [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ]
  if (bodyBytes === undefined) return []
  return bodyBytes === null ? [['Transfer-Encoding', 'chunked']] : [['Content-Length', String(bodyBytes)]]
}
