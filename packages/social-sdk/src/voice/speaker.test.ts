import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Speaker } from './speaker.ts'

/** A speaker whose frames decode to their first byte. */
function speaker() {
  return new Speaker({
    decode(frame) {
      if (frame[0] === 255) throw new Error('no Opus frame')
      return new Int16Array(1920).fill(frame[0] ?? 0)
    },
  })
}
const frame = (value: number) => Uint8Array.of(value)
const taken = (one: Speaker, turns: number) => Array.from({ length: turns }, () => one.take()?.[0] ?? null)

test('frames are played in order of their numbers, across the wrap, each once', () => {
  const one = speaker()
  for (const [sequence, value] of [
    [65_535, 2],
    [65_534, 1],
    [0, 3],
    [65_535, 2],
  ] as const)
    one.push(sequence, frame(value))
  assert.deepEqual(taken(one, 4), [1, 2, 3, null])
  one.push(65_534, frame(1))
  assert.deepEqual(taken(one, 1), [null], 'a frame that is too late is dropped')
})

test('a first frame waits for one turn, and a pause of more than 100 ms begins anew', () => {
  const one = speaker()
  one.push(10, frame(1))
  assert.deepEqual(taken(one, 2), [null, 1])
  assert.deepEqual(taken(one, 7), Array(7).fill(null))
  one.push(3, frame(2))
  one.push(4, frame(3))
  assert.deepEqual(taken(one, 2), [2, 3])
})

test('at most ten frames wait, and what is no Opus is left out', () => {
  const one = speaker()
  for (let sequence = 0; sequence < 30; sequence += 1) one.push(sequence, frame(sequence))
  assert.deepEqual(taken(one, 11), [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, null])
  one.push(40, frame(255))
  one.push(41, frame(7))
  assert.deepEqual(taken(one, 2), [null, 7])
})
