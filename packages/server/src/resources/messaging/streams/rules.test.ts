import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { STREAMS_MAX, VIEWERS_MAX } from './model.ts'
import { refusalToShare, refusalToWatch } from './rules.ts'

const IN_DM = null
const NOWHERE = undefined

test('refusalToShare needs a place in the channel, STREAM in a guild, and fewer than 10 streams of others', () => {
  const cases = [
    ['with STREAM', Permission.STREAM, true, STREAMS_MAX - 1, null],
    ['in a DM', IN_DM, true, 0, null],
    ['without STREAM', Permission.SPEAK, true, 0, 'unauthorized'],
    ['not in voice', Permission.STREAM, false, 0, 'unauthorized'],
    ['not in the call of the DM', IN_DM, false, 0, 'unauthorized'],
    ['no channel or no member', NOWHERE, true, 0, 'invalid_channel'],
    ['beside ten others', Permission.STREAM, true, STREAMS_MAX, 'stream_full'],
    ['beside ten others in a DM', IN_DM, true, STREAMS_MAX, 'stream_full'],
  ] as const
  for (const [name, permissions, isThere, others, refusal] of cases)
    assert.equal(refusalToShare({ permissions, isThere, others }), refusal, name)
})

test('refusalToWatch needs a place in the channel, a stream of another user, and fewer than 50 other viewers', () => {
  const cases = [
    ['without a permission', 0n, true, VIEWERS_MAX - 1, false, null],
    ['in a DM', IN_DM, true, 0, false, null],
    ['not in voice', 0n, false, 0, false, 'unauthorized'],
    ['the own stream', 0n, true, 0, true, 'unauthorized'],
    ['no channel or no member', NOWHERE, false, 0, true, 'invalid_channel'],
    ['beside fifty others', 0n, true, VIEWERS_MAX, false, 'stream_full'],
  ] as const
  for (const [name, permissions, isThere, others, isOwner, refusal] of cases)
    assert.equal(refusalToWatch({ permissions, isThere, others, isOwner }), refusal, name)
})
