import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders, voiceFrameHeaders } from './page-policy.ts'

const host = '127.0.0.1:7700'
const nonce = 'bm9uY2U='

function policyOf(path: string, more: Partial<Parameters<typeof pageHeaders>[0]> = {}): Record<string, string> {
  const policy = pageHeaders({ path, host, nonce, ...more })['content-security-policy'] ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )
}

const FRAMING: [path: string, ancestors: string, opener: string][] = [
  ['/', "'self'", 'same-origin'],
  ['/channels/1/2', "'self'", 'same-origin'],
  ['/developers', "'self'", 'same-origin'],
  ['/oauth2/authorize', "'none'", 'unsafe-none'],
  ['/oauth2/authorize/', "'none'", 'unsafe-none'],
  ['/activate', "'none'", 'unsafe-none'],
  ...['/oauth2/%61uthorize', '/%6Fauth2/authorize', '/oauth2/%2561uthorize', '/%2E/activate', '/%61ctivate/'].map(
    (path): [string, string, string] => [path, "'none'", 'unsafe-none'],
  ),
  ...['//oauth2//authorize', '/OAuth2/Authorize', '/oauth2%2Fauthorize', '/oauth2%5cauthorize', '/%zz'].map(
    (path): [string, string, string] => [path, "'none'", 'unsafe-none'],
  ),
  ['/channels/%40me', "'self'", 'same-origin'],
]

for (const [path, ancestors, opener] of FRAMING) {
  test(`${path} may be framed by ${ancestors}`, () => {
    assert.equal(policyOf(path)['frame-ancestors'], ancestors)
    assert.equal(pageHeaders({ path, host, nonce })['cross-origin-opener-policy'], opener)
  })
}

test('scripts come from this origin, styles also by nonce, and nothing is unsafe', () => {
  const policy = policyOf('/')
  assert.equal(policy['script-src'], "'self'")
  assert.equal(policy['style-src'], `'self' 'nonce-${nonce}'`)
  assert.equal(policy['object-src'], "'none'")
  assert.equal(policy['base-uri'], "'none'")
  assert.equal(policy['form-action'], "'self'")
  assert.ok(!/unsafe-(inline|eval)/.test(JSON.stringify(policy)))
})

test('connections go to this origin and to the WebSockets of the same host', () => {
  assert.equal(policyOf('/')['connect-src'], "'self' ws://127.0.0.1:7700 wss://127.0.0.1:7700")
  assert.equal(policyOf('/', { host: '[::1]:7700' })['connect-src'], "'self' ws://[::1]:7700 wss://[::1]:7700")
})

test('the document of voice servers may connect to them, and to nothing else', () => {
  const voice = ['node-a.example:7700', '[::1]:7700', "x; script-src 'unsafe-inline'", '*']
  const policy = voiceFrameHeaders(voice)['content-security-policy'] ?? ''
  const directives = policy.split('; ')
  assert.ok(directives.includes("default-src 'none'"))
  assert.ok(directives.includes("frame-ancestors 'self'"))
  const sockets = voice.slice(0, 2).flatMap((host) => [`ws://${host}`, `wss://${host}`])
  assert.ok(directives.includes(`connect-src ${sockets.join(' ')}`), policy)
})

test('calls use microphone, camera and screen of the app alone', () => {
  const features = (path: string) => pageHeaders({ path, host, nonce })['permissions-policy'] ?? ''
  for (const name of ['microphone', 'camera', 'display-capture', 'speaker-selection']) {
    assert.ok(features('/channels/1/2').includes(`${name}=(self)`))
    assert.ok(features('/oauth2/authorize').includes(`${name}=()`))
  }
})

for (const hostile of [undefined, '', "x; script-src 'unsafe-inline'", 'a b', 'a/b', "'unsafe-inline'", '*']) {
  test(`the Host ${JSON.stringify(hostile)} adds nothing to the policy`, () => {
    assert.equal(policyOf('/', { host: hostile })['connect-src'], "'self'")
  })
}

test('embedded activities are framed in a relay by the app, and not by a consent page', () => {
  const frames = ['http://*.activities.localhost:7700']
  const relay = { script: 'sha256-c2NyaXB0', style: 'sha256-c3R5bGU=' }
  const app = policyOf('/', { frames, relay })
  assert.match(app['frame-src'] ?? '', /^'self' data: http:\/\/\*\.activities\.localhost:7700 http:\/\/localhost:\* /)
  assert.equal(app['script-src'], "'self' 'sha256-c2NyaXB0'")
  assert.equal(app['style-src'], `'self' 'nonce-${nonce}' 'sha256-c3R5bGU='`)
  const consent = policyOf('/activate', { frames, relay })
  assert.equal(consent['frame-src'], "'none'")
  assert.equal(consent['script-src'], "'self'")
})
