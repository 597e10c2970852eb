import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRAMES_OF_KEY, KeyRatchet, NonceWindow } from './ratchet.ts'

test('a ratchet gives a key for each generation, and forgets a former one after ten seconds', async () => {
  const ratchet = new KeyRatchet(new Uint8Array(16))
  const first = await ratchet.key(0, 0)
  assert.equal(await ratchet.key(0, 100_000), first)
  const second = await ratchet.key(1, 100_000)
  assert.notEqual(second, first)
  assert.equal(await ratchet.key(0, 109_999), first)
  assert.equal(ratchet.key(0, 110_000), undefined)
  assert.equal(await ratchet.key(1, 110_000), second)
})

test('a forged nonce cannot make a ratchet derive many keys', () => {
  const ratchet = new KeyRatchet(new Uint8Array(16))
  assert.equal(ratchet.key(255, 0), undefined)
  assert.ok(ratchet.key(0, 0))
})

test('generations go on when the nonce wraps around', async () => {
  const ratchet = new KeyRatchet(new Uint8Array(16))
  assert.equal(ratchet.generationOf(3 * FRAMES_OF_KEY + 5), 3)
  for (let generation = 0; generation <= 300; generation++) await ratchet.key(generation, 0)
  assert.equal(ratchet.generationOf(44 * FRAMES_OF_KEY), 300)
  assert.equal(ratchet.generationOf(255 * FRAMES_OF_KEY), 255)
})

test('a window takes each nonce once, also late ones, but none that is too old', () => {
  const window = new NonceWindow()
  for (const nonce of [5, 3, 4, 2_000, 1_500]) assert.ok(window.take(nonce), `${nonce}`)
  for (const nonce of [5, 2_000, 1_500, 976]) assert.ok(!window.take(nonce), `${nonce} again, or too old`)
  assert.ok(window.take(977))
  assert.ok(window.take(1e9))
  assert.ok(!window.take(2_000))
})
