import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EncodedDispatch, guildScope, NO_SCOPE, SharedBytes } from './dispatch.ts'
import { ReplayBuffer } from './replay-buffer.ts'

const dispatch = (bytes: number, guildId?: bigint) =>
  new EncodedDispatch([new SharedBytes(Buffer.alloc(bytes))], guildId === undefined ? NO_SCOPE : guildScope(guildId))

test('ReplayBuffer returns the last 2,048 dispatches by their sequence numbers', () => {
  const replay = new ReplayBuffer()
  const sent = Array.from({ length: 5_000 }, () => dispatch(10))
  for (const one of sent) replay.push(one)
  assert.equal(replay.last, 5_000)
  assert.equal(replay.first, 5_000 - 2_048 + 1)
  for (const seq of [replay.first, 4_321, 5_000]) assert.equal(replay.at(seq), sent[seq - 1])
  assert.deepEqual(replay.from(4_998), sent.slice(4_997))
  assert.equal(replay.from(replay.first, 100).length, 10)
  assert.equal(replay.from(replay.first, 1).length, 1)
})

test('ReplayBuffer keeps at most 4 MiB', () => {
  const replay = new ReplayBuffer()
  for (let n = 0; n < 10; n += 1) replay.push(dispatch(1024 * 1024))
  assert.equal(replay.last - replay.first + 1, 4)
  const large = dispatch(5 * 1024 * 1024)
  replay.push(large)
  assert.deepEqual(replay.from(replay.first), [large], 'the newest one stays')
  replay.push(dispatch(10))
  assert.equal(replay.first, replay.last)
})

test('ReplayBuffer keeps what is not sent yet beyond its bounds, until it is sent', () => {
  const replay = new ReplayBuffer()
  for (let n = 0; n < 6; n += 1) replay.push(dispatch(1024 * 1024), 3)
  assert.equal(replay.first, 3)
  assert.equal(replay.exceeded, false)
  replay.push(dispatch(1024 * 1024), 3)
  assert.deepEqual([replay.first, replay.exceeded], [3, true])
  replay.trim(5)
  assert.deepEqual([replay.first, replay.exceeded], [4, false])
})

test('ReplayBuffer drops at a heartbeat what the previous heartbeat acknowledged', () => {
  const replay = new ReplayBuffer()
  for (let n = 0; n < 10; n += 1) replay.push(dispatch(10))
  replay.heartbeat(7)
  assert.equal(replay.first, 1)
  replay.heartbeat(10)
  assert.equal(replay.first, 8)
  replay.heartbeat(99)
  assert.equal(replay.first, 11)
  replay.push(dispatch(10))
  assert.equal(replay.from(11).length, 1)
})

test('ReplayBuffer drops a dispatch after eight heartbeats without acknowledgement', () => {
  const replay = new ReplayBuffer()
  replay.push(dispatch(10))
  for (let n = 0; n < 8; n += 1) replay.heartbeat(null)
  assert.equal(replay.first, 1)
  replay.heartbeat(null)
  assert.equal(replay.first, 2)
})

test('ReplayBuffer.hide removes dispatches by scope and keeps the numbers of the others', () => {
  const replay = new ReplayBuffer()
  const kept = [dispatch(10, 1n), dispatch(10, 1n)]
  replay.push(kept[0] ?? null)
  replay.push(dispatch(10, 2n))
  replay.push(kept[1] ?? null)
  replay.hide(({ guildId }) => guildId !== 2n)
  assert.deepEqual(replay.from(1), [kept[0], null, kept[1]])
  const again = new ReplayBuffer(replay.last, replay.from(1))
  assert.deepEqual([again.first, again.last, again.at(3)], [1, 3, kept[1]])
})
