/** Signatures of version 4, as a store checks them, by the published algorithm and not by the library that signs. */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Keys that a test store accepts. */
export interface S3Keys {
  readonly id: string
  readonly secret: string
}

const SKEW_MAX_MS = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/

/** Returns the code with which a store refuses a request; null for a request that the keys signed for a region. */
export function signatureFault(request: IncomingMessage, keys: S3Keys, region: string): string | null {
  const { headers, method = '', url = '' } = request
  const [, id, day = '', signedRegion = '', signed = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'] ?? '')
  const hash = String(headers['x-amz-content-sha256'] ?? '')
  if (signature === undefined) return 'AccessDenied'
  if (id !== keys.id) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < SKEW_MAX_MS)) return 'RequestTimeTooSkewed'
  const names = signed.split(';')
  const amz = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'host')
  if (amz.some((name) => !names.includes(name)) || [...names].sort().join(';') !== signed) return 'AccessDenied'
  const [path = '', search = ''] = url.split('?')
  const canonical = [
    ...[method, path, canonicalQuery(search)],
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}`,
    ),
    ...['', signed, hash],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${keys.secret}`))
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** Names and values stay as they were sent, in the order of the bytes of their names. */
function canonicalQuery(search: string): string {
  const pairs = search === '' ? [] : search.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  return pairs.sort((a, b) => (a < b ? -1 : 1)).join('&')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
