/** An OpenID Connect issuer over HTTP, whose documents and tokens a test can spoil. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** Changes of a token. */
export interface TokenOptions {
  alg?: string
  /** Header; null leaves it out. */
  kid?: string | null
  /** Claims that replace those of a valid token; undefined leaves one out. */
  claims?: Record<string, unknown>
  /** Further fields of the header. */
  header?: Record<string, unknown>
  /** Key of the signature instead of the issuer's own. */
  key?: CryptoKey | Uint8Array
}

/** Handles a request instead of the issuer. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Client id that games have at the issuer. */
export const CLIENT_ID = 'the-game'

/** A running issuer. */
export interface OidcIssuer extends AsyncDisposable {
  readonly issuer: string
  /** Paths of the requests so far. */
  readonly requests: string[]
  /** Public keys by their ids; a test may change them. */
  readonly keys: Map<string, JWK>
  /** Handlers by path that replace documents, with or without the query. */
  readonly handlers: Map<string, Handler>
  /** Returns a token for a subject. */
  token(subject: string, options?: TokenOptions): Promise<string>
  /** Makes a further key pair and publishes its public half, unless `hidden`. */
  addKey(kid: string, alg?: string, options?: { hidden?: boolean }): Promise<CryptoKey>
}

const CONFIGURATION = '/.well-known/openid-configuration'
export const KEYS = '/jwks'
export const AUTHORIZE = '/authorize'
export const TOKEN = '/token'
const LIFETIME_S = 3_600

/** Starts an issuer. @param now the time of its tokens */
export async function startIssuer(now: () => number = Date.now): Promise<OidcIssuer> {
  const requests: string[] = []
  const keys = new Map<string, JWK>()
  const privateKeys = new Map<string, CryptoKey>()
  const handlers = new Map<string, Handler>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const handler = handlers.get(path) ?? handlers.get(path.split('?')[0] ?? '')
    if (handler) return handler(request, response)
    const document = { [CONFIGURATION]: configuration(), [KEYS]: { keys: [...keys.values()] } }[path]
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration = () => ({
    issuer,
    jwks_uri: `${issuer}${KEYS}`,
    authorization_endpoint: `${issuer}${AUTHORIZE}`,
    token_endpoint: `${issuer}${TOKEN}`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS384', 'HS256'],
  })

  async function addKey(kid: string, alg = 'RS256', { hidden = false } = {}) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    privateKeys.set(kid, privateKey)
    if (!hidden) keys.set(kid, { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })
    return privateKey
  }
  await addKey('one')

  return {
    issuer,
    requests,
    keys,
    handlers,
    addKey,
    async token(subject, { alg = 'RS256', kid = 'one', claims = {}, header: more = {}, key } = {}) {
      const issued = Math.floor(now() / 1000)
      const payload = { iss: issuer, aud: CLIENT_ID, sub: subject, iat: issued, exp: issued + LIFETIME_S, ...claims }
      const signer = key ?? privateKeys.get(kid ?? 'one')
      assert.ok(signer, `the issuer has a key ${kid}`)
      const header = { alg, ...(kid === null ? {} : { kid }), ...more }
      return new SignJWT(payload).setProtectedHeader(header).sign(signer, { crit: { exp2: true } })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
