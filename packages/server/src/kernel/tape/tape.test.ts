import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from '../clock.ts'
import type { TapeEntry } from './record.ts'
import { Tape } from './tape.ts'

const clock = runningClock()
/** Bytes that a record of no contents counts as. */
const EMPTY_RECORD_BYTES = 400

function started(limits: { records: number; bytes: number }) {
  const tape = new Tape({ clock, wallClock: clock }, limits)
  tape.recording = true
  const add = (bytes = 0) => tape.add(entryOf(bytes))
  const kept = () => Array.from({ length: 20 }, (_each, id) => id).filter((id) => tape.get(id) !== undefined)
  return { tape, add, kept }
}

function entryOf(keptBytes: number): TapeEntry {
  const ids = { applicationId: null, guildId: null, userId: null, sessionId: null }
  const facts = { title: 'op 1', direction: null, status: null, durationMs: null, bytes: keptBytes, ...ids }
  return { kind: 'frame', keptBytes, facts: () => facts, details: () => null }
}

test('the tape drops its oldest records beyond the number that it keeps', () => {
  const { tape, add, kept } = started({ records: 3, bytes: Number.MAX_SAFE_INTEGER })
  for (let n = 0; n < 7; n += 1) add()
  assert.deepEqual([tape.firstId, tape.lastId, kept()], [5, 7, [5, 6, 7]])
})

test('the tape drops its oldest records beyond the bytes that it keeps, and always keeps the newest', () => {
  const { tape, add, kept } = started({ records: 100, bytes: 4 * EMPTY_RECORD_BYTES })
  for (let n = 0; n < 5; n += 1) add()
  assert.deepEqual(kept(), [2, 3, 4, 5])
  add(2 * EMPTY_RECORD_BYTES)
  assert.deepEqual(kept(), [5, 6])
  add(100 * EMPTY_RECORD_BYTES)
  assert.deepEqual([tape.firstId, tape.lastId, kept()], [7, 7, [7]])
  for (let n = 0; n < 3; n += 1) add()
  assert.deepEqual(kept(), [8, 9, 10])
})

test('an emptied tape begins with the next id, and counts bytes from nothing', () => {
  const { tape, add, kept } = started({ records: 4, bytes: 3 * EMPTY_RECORD_BYTES })
  for (let n = 0; n < 3; n += 1) add()
  tape.empty()
  assert.deepEqual([tape.firstId, tape.lastId, kept()], [null, null, []])
  for (let n = 0; n < 3; n += 1) add()
  assert.deepEqual([tape.firstId, kept()], [4, [4, 5, 6]])
})
