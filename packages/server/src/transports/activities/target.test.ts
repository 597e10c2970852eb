import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveTarget } from './target.ts'

const mappings = [
  { prefix: '/google/{subdomain}', target: '{subdomain}.google.com' },
  { prefix: '/v{n}/x', target: 'api.example/{n}' },
  { prefix: '/slash/', target: 'files.example/a/' },
  { prefix: '/größe', target: 'größe.example/ö' },
  { prefix: '/port', target: 'game.example:8443' },
  { prefix: '/self', target: '[::1]:3000' },
  { prefix: '/bad/{host}', target: '{host}:99999' },
  { prefix: '/', target: 'localhost:3000' },
]

const CASES: [requested: string, expected: string | null][] = [
  ['/', 'http://localhost:3000 /'],
  ['/?a=/../b', 'http://localhost:3000 /?a=/../b'],
  ['/google/maps/x?y', 'https://maps.google.com /x?y'],
  ['/google/a.evil/x', 'http://localhost:3000 /google/a.evil/x'],
  ['/google/a%2Fb/x', 'http://localhost:3000 /google/a%2Fb/x'],
  ['/google/evil.example%23/x', 'http://localhost:3000 /google/evil.example%23/x'],
  ['/google//x', 'http://localhost:3000 /google//x'],
  ['/v10/x/y', 'https://api.example /10/y'],
  ['/slash', 'https://files.example /a/'],
  ['/slash/', 'https://files.example /a/'],
  ['/slash/b/', 'https://files.example /a/b/'],
  ['/gr%C3%B6%C3%9Fe/x', 'https://xn--gre-6ka8i.example /%C3%B6/x'],
  ['/port', 'https://game.example:8443 /'],
  ['/self/x', 'http://[::1]:3000 /x'],
  ['/bad/a', null],
  ['/%zz', 'http://localhost:3000 /%zz'],
]

for (const [requested, expected] of CASES)
  test(`[VER-19] ${requested} is forwarded to ${expected}`, () => {
    const target = resolveTarget(mappings, requested)
    assert.notEqual(target, 'invalid')
    assert.equal(target && target !== 'invalid' ? `${target.origin.origin} ${target.path}` : null, expected)
  })

test('without a mapping of the root, other paths have no target', () => {
  assert.equal(resolveTarget([{ prefix: '/a', target: 'a.example' }], '/b'), null)
})
