import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeNotice, encodeNotice, isNotice } from './notices.ts'

const ID = 'a0'.repeat(16)
const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

test('a notice comes back from its bytes', () => {
  const notice = { kind: 'wanted', sessionIds: [ID, 'f'.repeat(32)] } as const
  const bytes = encodeNotice(notice)
  assert.ok(isNotice(bytes))
  assert.deepEqual(decodeNotice(bytes), notice)
})

test('bytes that are no notice are refused: other kinds and forms, ids that no session has, and too many of them', () => {
  const refused = [
    '',
    '[2,',
    [2, 'deleted', [ID]],
    [3, 'wanted', [ID]],
    [2, 'wanted', ID],
    [2, 'wanted', [ID.toUpperCase()]],
    [2, 'wanted', [`${ID}0`]],
    [2, 'wanted', [7]],
    [2, 'wanted', Array(1_001).fill(ID)],
  ]
  for (const value of refused) assert.equal(decodeNotice(bytesOf(value)), null, JSON.stringify(value).slice(0, 60))
  assert.equal(decodeNotice(new Uint8Array([0x5b, 0x32, 0x2c, 0xff])), null)
  assert.ok(!isNotice(bytesOf('[1,[]]\n')))
  assert.deepEqual(decodeNotice(bytesOf([2, 'kept', Array(1_000).fill(ID)]))?.sessionIds.length, 1_000)
})
