import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inGuild, NOWHERE, Part, Payload } from './payload.ts'
import { Replay } from './replay.ts'

const payload = (bytes: number, guildId?: bigint) =>
  new Payload([new Part(Buffer.alloc(bytes))], guildId === undefined ? NOWHERE : inGuild(guildId))

test('what was sent last is there by its numbers, however much was sent before', () => {
  const replay = new Replay()
  const sent = Array.from({ length: 5_000 }, () => payload(10))
  for (const one of sent) replay.push(one)
  assert.equal(replay.last, 5_000)
  assert.equal(replay.first, 5_000 - 2_048 + 1)
  for (const seq of [replay.first, 4_321, 5_000]) assert.equal(replay.at(seq), sent[seq - 1])
  assert.deepEqual(replay.from(4_998), sent.slice(4_997))
  assert.equal(replay.from(replay.first, 100).length, 10)
  assert.equal(replay.from(replay.first, 1).length, 1)
})

test('bytes bound what is kept', () => {
  const replay = new Replay()
  for (let n = 0; n < 10; n += 1) replay.push(payload(1024 * 1024))
  assert.equal(replay.last - replay.first + 1, 4)
})

test('a heartbeat lets go of what the one before it had seen', () => {
  const replay = new Replay()
  for (let n = 0; n < 10; n += 1) replay.push(payload(10))
  replay.heartbeat(7)
  assert.equal(replay.first, 1)
  replay.heartbeat(10)
  assert.equal(replay.first, 8)
  replay.heartbeat(99)
  assert.equal(replay.first, 11)
  replay.push(payload(10))
  assert.equal(replay.from(11).length, 1)
})

test('without acknowledgements time lets go', () => {
  const replay = new Replay()
  replay.push(payload(10))
  for (let n = 0; n < 8; n += 1) replay.heartbeat(null)
  assert.equal(replay.first, 1)
  replay.heartbeat(null)
  assert.equal(replay.first, 2)
})

test('what may not be seen any more is left out, and the numbers stay', () => {
  const replay = new Replay()
  const kept = [payload(10, 1n), payload(10, 1n)]
  replay.push(kept[0] ?? null)
  replay.push(payload(10, 2n))
  replay.push(kept[1] ?? null)
  replay.hide(({ guildId }) => guildId !== 2n)
  assert.deepEqual(replay.from(1), [kept[0], null, kept[1]])
  const again = new Replay(replay.last, replay.from(1))
  assert.deepEqual([again.first, again.last, again.at(3)], [1, 3, kept[1]])
})
