import { ECDH } from 'node:crypto'
import { invalidForm } from '@guildhall/protocol'
import type { Outgoing } from '../../../kernel/outgoing.ts'
import { parseJson } from '../../../validation/parse-json.ts'
import { OneOf, Text, Type } from '../../../validation/schema.ts'
import type { PushSubscription } from './model.ts'

const TOKEN_MAX = 4_096
const ENDPOINT_MAX = 2_000
const POINT_BYTES = 65
const AUTH_BYTES = 16

/** Body that names a device: a browser with its subscription, as JSON. */
export const DeviceRequest = Type.Object({ provider: OneOf('webpush'), token: Text(1, TOKEN_MAX) })

/** Returns the subscription of a token. @throws ApiError INVALID_FORM_BODY at `token` */
export function subscriptionOf(token: string, { reach }: Pick<Outgoing, 'reach'>): PushSubscription {
  const read = readSubscription(token, reach === 'public')
  if ('fault' in read) throw invalidForm(['token'], 'PUSH_SUBSCRIPTION_INVALID', read.fault)
  return read.subscription
}

/** A subscription, or the reason for which a token is none. */
type ReadSubscription = { readonly subscription: PushSubscription } | { readonly fault: string }

/**
 * Reads the JSON of a browser's `PushSubscription`.
 *
 * @param needsHttps whether push services must be reached over HTTPS
 */
function readSubscription(token: string, needsHttps: boolean): ReadSubscription {
  const { endpoint, keys } = objectOf(jsonOf(token))
  const url = typeof endpoint === 'string' && endpoint.length <= ENDPOINT_MAX ? URL.parse(endpoint) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return { fault: 'endpoint must be an address of a push service.' }
  if (needsHttps && url.protocol !== 'https:') return { fault: 'endpoint must begin with https://.' }
  if (url.username !== '' || url.password !== '') return { fault: 'endpoint must have no user and password.' }
  const { p256dh, auth } = objectOf(keys)
  const point = bytesOf(p256dh, POINT_BYTES)
  if (!point || !isPoint(point)) return { fault: 'keys.p256dh must be an uncompressed point of P-256 in base64url.' }
  const secret = bytesOf(auth, AUTH_BYTES)
  if (!secret) return { fault: `keys.auth must be ${AUTH_BYTES} bytes in base64url.` }
  return { subscription: { endpoint: url.href, p256dh: point, auth: secret } }
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return undefined
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function bytesOf(value: unknown, length: number): Buffer | null {
  if (typeof value !== 'string' || value.length > length * 2) return null
  const bytes = Buffer.from(value, 'base64url')
  return bytes.length === length ? bytes : null
}

function isPoint(bytes: Buffer): boolean {
  try {
    return bytes.equals(ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer)
  } catch {
    return false
  }
}
