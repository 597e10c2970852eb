/** Hostile tokens and hostile issuers: a documented error in bounded time, and no account. */
import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type CryptoKey, UnsecuredJWT } from 'jose'
import { runningClock } from '../../src/kernel/clock.ts'
import { type GameLab, gameLab, oidc } from '../support/game-lab.ts'
import { CLIENT_ID, type Handler, KEYS, type TokenOptions } from '../support/oidc-issuer.ts'
import { onlyOneNode } from '../support/only-one-node.ts'

const CONFIGURATION = '/.well-known/openid-configuration'
const DAY_S = 86_400
const ONE_NODE = onlyOneNode('each keeps what it has read of issuers')
/** Time that documents of an issuer are kept. */
const FRESH_MS = 300_000

let lab: GameLab
before(async () => {
  lab = await gameLab({ rateLimits: 'off' })
})
after(() => lab[Symbol.asyncDispose]())

const seconds = () => Math.floor(lab.platform.clock.now() / 1000)

/** Asserts that a token is refused with a code, at each route, and that its subject has no account afterwards. */
async function assertRefused(subject: string, token: string, code: number) {
  const { status, body } = await lab.signIn('game', token)
  assert.deepEqual([status, body.code], [400, code], JSON.stringify(body))
  const unmerge = { ...lab.client('game'), ...oidc(token) }
  const unmerged = await lab.anyone().post('/partner-sdk/provisional-accounts/unmerge', unmerge)
  assert.deepEqual([unmerged.status, unmerged.body.code], [400, code])
  const merged = await lab.exchange('game', await lab.consent('ann', 'game'), oidc(token))
  const isConfiguration = code === 530008 || code === 530009
  assert.deepEqual([merged.status, merged.body.code], isConfiguration ? [400, code] : [403, 50025])
  await assertNothingCreated(subject)
}

/** Resolves once servers of this process have received that many requests to a path. */
function requestsArrived(path: string, count: number): Promise<void> {
  return new Promise((resolve) => {
    let arrived = 0
    const onRequest = (message: unknown) => {
      if (!(message as { request: IncomingMessage }).request.url?.endsWith(path)) return
      arrived += 1
      if (arrived < count) return
      unsubscribe('http.server.request.start', onRequest)
      resolve()
    }
    subscribe('http.server.request.start', onRequest)
  })
}

/** Asserts that no account exists: a first unmerge of the subject by a good token does not know it. */
async function assertNothingCreated(subject: string) {
  if (lab.issuer.handlers.size > 0) return
  const body = { ...lab.client('game'), ...oidc(await lab.issuer.token(subject)) }
  const { status, body: error } = await lab.anyone().post('/partner-sdk/provisional-accounts/unmerge', body)
  assert.deepEqual([status, error.code], [404, 10013])
}

describe('an id token', () => {
  const CASES: [string, number, () => TokenOptions][] = [
    ['of another issuer', 530002, () => ({ claims: { iss: 'https://id.example.com' } })],
    ['whose issuer differs by a slash', 530002, () => ({ claims: { iss: `${lab.issuer.issuer}/` } })],
    ['without an issuer', 530002, () => ({ claims: { iss: undefined } })],
    ['whose issuer is a list', 530002, () => ({ claims: { iss: [lab.issuer.issuer] } })],
    ['for another audience', 530003, () => ({ claims: { aud: 'another-game' } })],
    ['for an audience that contains the client id', 530003, () => ({ claims: { aud: `${CLIENT_ID}-2` } })],
    ['for no audience', 530003, () => ({ claims: { aud: [] } })],
    ['without an audience', 530003, () => ({ claims: { aud: undefined } })],
    ['that has expired', 530001, () => ({ claims: { exp: seconds() - 1 } })],
    ['that expires now', 530001, () => ({ claims: { exp: seconds() } })],
    ['without an expiry', 530020, () => ({ claims: { exp: undefined } })],
    ['whose expiry is text', 530020, () => ({ claims: { exp: String(seconds() + 60) } })],
    ['issued more than a week ago', 530004, () => ({ claims: { iat: seconds() - 7 * DAY_S - 5 } })],
    ['issued tomorrow', 530020, () => ({ claims: { iat: seconds() + DAY_S } })],
    ['without the time of issue', 530020, () => ({ claims: { iat: undefined } })],
    ['that is not valid yet', 530020, () => ({ claims: { nbf: seconds() + 3_600 } })],
    ['without a subject', 530020, () => ({ claims: { sub: undefined } })],
    ['with an empty subject', 530020, () => ({ claims: { sub: '' } })],
    ['with a number as subject', 530020, () => ({ claims: { sub: 5 } })],
    ['without a kid', 530027, () => ({ kid: null })],
    ['with an unknown kid', 530020, () => ({ kid: 'nobody', key: hidden })],
    ['signed with another key under a known kid', 530020, () => ({ key: hidden })],
    ['signed with a key for encryption', 530020, () => ({ kid: 'encryption' })],
    ['with an algorithm that the key is not for', 530020, () => ({ alg: 'PS384', key: asPss })],
    ['with an algorithm that the issuer does not name', 530020, () => ({ alg: 'RS512', kid: 'rs512' })],
    ['with a critical header', 530020, () => ({ header: { crit: ['exp2'], exp2: true } })],
    ['whose payload is not encoded', 530020, () => ({ header: { b64: false } })],
    ['issued to another client', 530003, () => ({ claims: { azp: 'another-game' } })],
    ['for several audiences, issued to another', 530003, () => ({ claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } })],
    ['issued to a number', 530003, () => ({ claims: { azp: 5 } })],
  ]

  let hidden: CryptoKey
  let asPss: CryptoKey
  before(async () => {
    hidden = await lab.issuer.addKey('nobody', 'RS256', { hidden: true })
    asPss = await lab.issuer.addKey('pss', 'PS384', { hidden: true })
    await lab.issuer.addKey('encryption')
    await lab.issuer.addKey('rs512', 'RS512')
    const key = lab.issuer.keys.get('encryption')
    if (key) lab.issuer.keys.set('encryption', { ...key, use: 'enc' })
  })

  for (const [index, [name, code, options]] of CASES.entries()) {
    test(`${name} is refused with ${code}`, async () => {
      const subject = `hostile-${index}`
      await assertRefused(subject, await lab.issuer.token(subject, options()), code)
    })
  }

  test('a token without a signature, or signed with the public key as a secret, is refused', async () => {
    const claims = { iss: lab.issuer.issuer, aud: CLIENT_ID, sub: 'hostile-none', iat: seconds(), exp: seconds() + 60 }
    const none = new UnsecuredJWT(claims).encode()
    await assertRefused('hostile-none', none, 530020)
    await assertRefused('hostile-none', `${none}AAAA`, 530020)
    const jwk = lab.issuer.keys.get('one') ?? assert.fail()
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [pem.toString(), JSON.stringify(jwk)]) {
      const token = await lab.issuer.token('hostile-hmac', { alg: 'HS256', key: new TextEncoder().encode(secret) })
      await assertRefused('hostile-hmac', token, 530020)
    }
  })

  test('a token whose claims were changed after signing is refused', async () => {
    const [header, , signature] = (await lab.issuer.token('hostile-victim')).split('.')
    const claims = { iss: lab.issuer.issuer, aud: CLIENT_ID, sub: 'hostile-thief', iat: seconds(), exp: seconds() + 60 }
    const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    await assertRefused('hostile-thief', forged, 530020)
  })

  test('a text that is no JWT is refused', async () => {
    const good = await lab.issuer.token('hostile-text')
    for (const text of ['x', 'a.b', 'a.b.c.d.e', '..', `${good}.`, good.replace('.', ' '), 'bnVsbA.bnVsbA.x'])
      await assertRefused('hostile-text', text, 530020)
  })

  test('a token with several audiences, an age just under a week, or ES256 is accepted', async () => {
    await lab.issuer.addKey('elliptic', 'ES256')
    lab.platform.clock.advance(FRESH_MS)
    for (const [index, options] of [
      { claims: { aud: ['other', CLIENT_ID] } },
      { claims: { aud: ['other', CLIENT_ID], azp: CLIENT_ID } },
      { claims: { iat: seconds() - 7 * DAY_S + 60 } },
      { alg: 'ES256', kid: 'elliptic' },
    ].entries()) {
      const { status, body } = await lab.signIn('game', await lab.issuer.token(`good-${index}`, options))
      assert.equal(status, 200, JSON.stringify(body))
    }
  })

  test('a token with a key that the issuer published since the last request is accepted', async () => {
    lab.platform.clock.advance(FRESH_MS)
    await lab.signIn('game', await lab.issuer.token('rotation'))
    await lab.issuer.addKey('rotated')
    const { status } = await lab.signIn('game', await lab.issuer.token('rotation', { kid: 'rotated' }))
    assert.equal(status, 200)
  })
})

describe('an issuer', () => {
  beforeEach(() => lab.issuer.handlers.clear())

  const respond = (status: number, body: string, headers: Record<string, string> = {}) => {
    return (_request: unknown, response: ServerResponse) => void response.writeHead(status, headers).end(body)
  }
  const configuration = (more: object) =>
    respond(
      200,
      JSON.stringify({
        issuer: lab.issuer.issuer,
        jwks_uri: `${lab.issuer.issuer}${KEYS}`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...more,
      }),
    )
  /** Sends bytes as long as the other side reads. */
  const endless = (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }

  const CASES: [string, number, string, () => (request: never, response: ServerResponse) => void][] = [
    ['that redirects to its configuration', 530008, CONFIGURATION, () => respond(302, '', { location: '/elsewhere' })],
    ['without a configuration', 530008, CONFIGURATION, () => respond(404, '{}')],
    ['that fails', 530008, CONFIGURATION, () => respond(500, '{}')],
    ['whose configuration is not JSON', 530008, CONFIGURATION, () => respond(200, '<html>')],
    ['whose configuration is a list', 530008, CONFIGURATION, () => respond(200, '[]')],
    ['whose configuration is endless', 530008, CONFIGURATION, () => endless],
    [
      'whose configuration is compressed',
      530008,
      CONFIGURATION,
      () => respond(200, 'x', { 'content-encoding': 'gzip' }),
    ],
    [
      'whose configuration names another issuer',
      530008,
      CONFIGURATION,
      () => configuration({ issuer: 'https://id.example.com' }),
    ],
    ['whose configuration names no keys', 530008, CONFIGURATION, () => configuration({ jwks_uri: undefined })],
    [
      'whose configuration names no algorithms',
      530008,
      CONFIGURATION,
      () => configuration({ id_token_signing_alg_values_supported: undefined }),
    ],
    [
      'whose algorithms are symmetric',
      530020,
      CONFIGURATION,
      () => configuration({ id_token_signing_alg_values_supported: ['HS256'] }),
    ],
    ['whose keys are in a file', 530009, CONFIGURATION, () => configuration({ jwks_uri: 'file:///etc/passwd' })],
    [
      'whose keys are at a plain address elsewhere',
      530009,
      CONFIGURATION,
      () => configuration({ jwks_uri: 'http://192.0.2.1/keys' }),
    ],
    ['that redirects to its keys', 530009, KEYS, () => respond(307, '', { location: '/elsewhere' })],
    ['without keys', 530009, KEYS, () => respond(404, '{}')],
    ['whose keys are not a list', 530009, KEYS, () => respond(200, '{"keys":{}}')],
    ['whose keys are endless', 530009, KEYS, () => endless],
    [
      'whose keys are nonsense',
      530020,
      KEYS,
      () => respond(200, JSON.stringify({ keys: [null, 5, { kid: 'one', kty: 'RSA', n: '!', e: 'AQAB' }] })),
    ],
  ]

  /** Sends a token whose issuer must be asked again, and returns the response. */
  async function signInAnew(subject: string) {
    lab.platform.clock.advance(FRESH_MS)
    return lab.signIn('game', await lab.issuer.token(subject))
  }

  for (const [index, [name, code, path, handler]] of CASES.entries()) {
    test(`${name} is refused with ${code}`, async () => {
      const subject = `hostile-issuer-${index}`
      lab.issuer.handlers.set(path, handler() as Handler)
      const { status, body } = await signInAnew(subject)
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(body))
      const merged = await lab.exchange('game', await lab.consent('ann', 'game'), oidc(await lab.issuer.token(subject)))
      assert.deepEqual([merged.status, merged.body.code], code === 530020 ? [403, 50025] : [400, code])
      lab.issuer.handlers.clear()
      lab.platform.clock.advance(FRESH_MS)
      await assertNothingCreated(subject)
    })
  }

  for (const [path, code] of [
    [CONFIGURATION, 530008],
    [KEYS, 530009],
  ] as const) {
    test(
      `that never answers at ${path} is refused with ${code} after ten seconds, for all players`,
      ONE_NODE,
      async () => {
        const wallClock = runningClock()
        await using own = await gameLab({ rateLimits: 'off', wallClock })
        const asked = Promise.withResolvers<void>()
        own.issuer.handlers.set(path, () => asked.resolve())
        const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => own.issuer.token(`waiting-${index}`)))
        const arrived = requestsArrived('/partner-sdk/token', tokens.length)
        const responses = tokens.map((token) => own.signIn('game', token))
        await Promise.all([asked.promise, arrived])
        // Its response comes after those before it wait: a sign-in that comes later asks the issuer again.
        assert.equal((await own.signInByBot('game', 'meanwhile')).status, 200, 'other players sign in meanwhile')
        wallClock.advance(10_000)
        for (const { status, body } of await Promise.all(responses)) assert.deepEqual([status, body.code], [400, code])
        // All players of an issuer wait for the same request.
        assert.equal(own.issuer.requests.filter((requested) => requested === path).length, 1)
        own.issuer.handlers.clear()
        assert.equal((await own.signIn('game', tokens[0] ?? '')).status, 200, 'the next request asks again')
      },
    )
  }

  test('is asked once for many tokens, and rarely for unknown keys', ONE_NODE, async () => {
    await signInAnew('cached')
    const before = lab.issuer.requests.length
    for (let index = 0; index < 5; index += 1) await lab.signIn('game', await lab.issuer.token(`cached-${index}`))
    assert.equal(lab.issuer.requests.length, before)
    const key = await lab.issuer.addKey('unknown', 'RS256', { hidden: true })
    for (let index = 0; index < 30; index += 1)
      await lab.signIn('game', await lab.issuer.token('flood', { kid: `unknown-${index}`, key }))
    assert.ok(lab.issuer.requests.length - before <= 20, `${lab.issuer.requests.length - before}`)
    await lab.issuer.addKey('rotated-in-a-flood')
    lab.platform.clock.advance(5_000)
    const { status } = await lab.signIn('game', await lab.issuer.token('cached', { kid: 'rotated-in-a-flood' }))
    assert.equal(status, 200)
  })

  test('on this machine is not asked with --outgoing public', async () => {
    await using own = await gameLab({ rateLimits: 'off', outgoing: 'public' })
    const { status, body } = await own.signIn('game', await own.issuer.token('inside'))
    assert.deepEqual([status, body.code], [400, 530008])
    assert.deepEqual(own.issuer.requests, [])
  })
})
