/** An identity provider that signs people in by the authorization code flow, and whose tokens a test can spoil. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AUTHORIZE, CLIENT_ID, type OidcIssuer, startIssuer, TOKEN, type TokenOptions } from './oidc-issuer.ts'

export const CLIENT_SECRET = 'a secret of the provider'

/** The person at the provider, and what is wrong with their token. */
export interface AtProvider {
  subject: string
  claims?: Record<string, unknown>
  spoiled?: TokenOptions
}

export interface SignInProvider extends AsyncDisposable {
  readonly issuer: OidcIssuer
  /** The entry of the setting `sso`. */
  readonly entry: Record<string, unknown> & { id: string; client_secret: string | true }
  /** The person who signs in next. */
  person: AtProvider
}

/** Starts a provider. Its client id is that of the issuer. */
export async function startProvider(now?: () => number): Promise<SignInProvider> {
  const issuer = await startIssuer(now)
  const codes = new Map<string, { query: URLSearchParams; person: AtProvider }>()
  const provider: SignInProvider = {
    issuer,
    entry: {
      id: 'school',
      name: 'School',
      issuer: issuer.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      register: 'auto',
      link_by_email: false,
    },
    person: { subject: 'ada' },
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  }
  issuer.handlers.set(AUTHORIZE, (request, response) => {
    const query = new URL(request.url ?? '', issuer.issuer).searchParams
    const code = randomBytes(9).toString('hex')
    codes.set(code, { query, person: provider.person })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    response.writeHead(302, { location: back.href }).end()
  })
  issuer.handlers.set(TOKEN, (request, response) => {
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const given = codes.get(form.get('code') ?? '')
    const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    const isClient = id === CLIENT_ID && secret === CLIENT_SECRET
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!given || !isClient || proof !== given.query.get('code_challenge'))
      return { status: 400, body: { error: isClient ? 'invalid_grant' : 'invalid_client' } }
    codes.delete(form.get('code') ?? '')
    const { subject, claims = {}, spoiled = {} } = given.person
    const nonce = given.query.get('nonce')
    const id_token = await issuer.token(subject, { ...spoiled, claims: { nonce, ...claims, ...spoiled.claims } })
    return { status: 200, body: { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token } }
  }
  return provider
}

/** A browser without pages: it follows one redirect at a time and keeps cookies. */
export class Visitor {
  cookie: string | undefined

  /** Follows an address once, and returns where it leads. */
  async follow(url: string): Promise<URL> {
    const headers = this.cookie === undefined ? {} : { cookie: this.cookie }
    const response = await fetch(url, { redirect: 'manual', headers })
    assert.equal(response.status, 302, `${url}: ${response.status} ${await response.text()}`)
    const [given] = response.headers.getSetCookie()
    if (given !== undefined) this.cookie = given.split(';')[0]
    return new URL(response.headers.get('location') ?? '', url)
  }

  /** Signs in at the provider, and returns the parameters with which the page of the platform opens. */
  async signIn(platform: string, { id = 'school', redirect = '/' } = {}): Promise<URLSearchParams> {
    const asked = await this.follow(`${platform}/auth/sso/${id}/start?${new URLSearchParams({ redirect })}`)
    if (asked.pathname === '/sign-in') return new URLSearchParams(asked.hash.slice(1))
    const back = await this.follow(asked.href)
    return new URLSearchParams((await this.follow(back.href)).hash.slice(1))
  }
}
