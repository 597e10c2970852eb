import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amplify, clipped, levelOf, mixInto } from './sound.ts'

test('the level of a frame is -100 for silence and about -3 for a full sine', () => {
  assert.equal(levelOf(new Int16Array(1920)), -100)
  assert.equal(levelOf(new Int16Array()), -100)
  const sine = Int16Array.from({ length: 1920 }, (_, at) => 32_767 * Math.sin((2 * Math.PI * at * 10) / 1920))
  assert.ok(Math.abs(levelOf(sine) + 3) < 0.1)
  assert.ok(Math.abs(levelOf(new Int16Array(1920).fill(32_767))) < 0.01)
})

test('amplify clips what exceeds 16 bits', () => {
  const pcm = Int16Array.from([100, -100, 30_000, -30_000])
  amplify(pcm, 2)
  assert.deepEqual([...pcm], [200, -200, 32_767, -32_768])
})

test('speakers are added with their volumes, and the sum is clipped once', () => {
  const sum = new Int32Array(3)
  mixInto(sum, Int16Array.from([30_000, 100, -30_000]), 1)
  mixInto(sum, Int16Array.from([30_000, 100, -30_000]), 0.5)
  assert.deepEqual([...clipped(sum, 1)], [32_767, 150, -32_768])
  assert.deepEqual([...clipped(sum, 0.5)], [22_500, 75, -22_500])
})
