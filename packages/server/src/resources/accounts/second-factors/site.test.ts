import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from './site.ts'

test('passkeys belong to the name of the public address, by https or on this machine', () => {
  for (const [address, id, origin, allowsPasskeys] of [
    ['https://chat.example', 'chat.example', 'https://chat.example', true],
    ['https://chat.example:8443', 'chat.example', 'https://chat.example:8443', true],
    ['http://127.0.0.1:7700', 'localhost', 'http://localhost:7700', true],
    ['http://[::1]:7700', 'localhost', 'http://localhost:7700', true],
    ['http://chat.example', 'chat.example', 'http://chat.example', false],
    ['https://192.0.2.7', '192.0.2.7', 'https://192.0.2.7', false],
    ['https://[2001:db8::1]', '[2001:db8::1]', 'https://[2001:db8::1]', false],
  ] as const)
    assert.deepEqual(siteOf(address), { id, origin, allowsPasskeys }, address)
})
