import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DemoRequest, mayHaveName, mayUseDemoSignIn } from './rules.ts'

test('mayHaveName() restricts persons to narrow names and reserves names for both', () => {
  const cases = [
    ['ann', 'ok', 'ok'],
    ['ann.b_2', 'ok', 'ok'],
    ['Ann', 'refused', 'ok'],
    ['ann b', 'refused', 'ok'],
    ['ann..b', 'refused', 'ok'],
    ['Größe', 'refused', 'ok'],
    [' ann', 'refused', 'refused'],
    ['ann ', 'refused', 'refused'],
    ['a@b', 'refused', 'refused'],
    ['a#b', 'refused', 'refused'],
    ['a:b', 'refused', 'refused'],
    ['a```b', 'refused', 'refused'],
    ['everyone', 'refused', 'refused'],
    ['Here', 'refused', 'refused'],
    ['hereabouts', 'ok', 'ok'],
    ['xDiscordx', 'refused', 'refused'],
  ] as const
  for (const [name, person, bot] of cases) {
    assert.equal(mayHaveName(name, { bot: false }).ok ? 'ok' : 'refused', person, `a person as ${name}`)
    assert.equal(mayHaveName(name, { bot: true }).ok ? 'ok' : 'refused', bot, `a bot as ${name}`)
  }
})

const DEMO_REQUESTS: [what: string, allowed: boolean, change: Partial<DemoRequest>][] = [
  ['a program', true, {}],
  ['a page of the platform', true, { origin: 'http://127.0.0.1:7700', fetchSite: 'same-origin' }],
  ['its page over TLS', true, { host: 'localhost:7700', origin: 'https://localhost:7700', fetchSite: 'same-origin' }],
  ['a typed address', true, { fetchSite: 'none' }],
  ['IPv6', true, { host: '[::1]:7700' }],
  ['another site', false, { origin: 'https://example.com', fetchSite: 'cross-site' }],
  ['another port of this machine', false, { origin: 'http://127.0.0.1:3000', fetchSite: 'same-site' }],
  ['another site in an old browser', false, { origin: 'https://example.com' }],
  ['a sandboxed frame', false, { origin: 'null' }],
  ['a site that resolves to this machine', false, { host: 'evil.example:7700', origin: 'http://evil.example:7700' }],
  ['a proxy', false, { isForwarded: true }],
  ['no Host', false, { host: undefined }],
]

for (const [what, allowed, change] of DEMO_REQUESTS) {
  test(`mayUseDemoSignIn() ${allowed ? 'allows' : 'refuses'} ${what}`, () => {
    const request = { host: '127.0.0.1:7700', origin: undefined, fetchSite: undefined, isForwarded: false, ...change }
    assert.equal(mayUseDemoSignIn(request), allowed)
  })
}
