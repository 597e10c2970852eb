import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission as P } from '@guildhall/protocol'
import {
  CAMERAS_MAX,
  isIdle,
  joinsSuppressed,
  losesConnection,
  mayChangeOwnStage,
  mayJoin,
  maySetStatus,
  mayShowVideo,
} from './rules.ts'

test('mayJoin needs VIEW_CHANNEL, CONNECT and room or MOVE_MEMBERS', () => {
  const may = P.VIEW_CHANNEL | P.CONNECT
  const cases: [string, bigint, number, number, boolean][] = [
    ['both', may, 0, 50, true],
    ['cannot connect', P.VIEW_CHANNEL, 0, 0, false],
    ['cannot view', P.CONNECT, 0, 0, false],
    ['room for one', may, 2, 1, true],
    ['full', may, 2, 2, false],
    ['full, moves members', may | P.MOVE_MEMBERS, 2, 2, true],
  ]
  for (const [name, permissions, userLimit, connected, ok] of cases)
    assert.equal(mayJoin({ permissions, userLimit, connected }).ok, ok, name)
})

test('mayShowVideo needs STREAM and fewer than 25 other cameras', () => {
  assert.equal(mayShowVideo({ permissions: P.STREAM, cameras: CAMERAS_MAX - 1 }).ok, true)
  assert.equal(mayShowVideo({ permissions: P.STREAM, cameras: CAMERAS_MAX }).ok, false)
  assert.equal(mayShowVideo({ permissions: P.SPEAK, cameras: 0 }).ok, false)
})

test('joinsSuppressed is true on a stage, in the AFK channel and without SPEAK', () => {
  const voice = { id: 1n, type: ChannelType.GUILD_VOICE }
  const stage = { id: 2n, type: ChannelType.GUILD_STAGE_VOICE }
  assert.equal(joinsSuppressed(voice, P.SPEAK, null), false)
  assert.equal(joinsSuppressed(voice, 0n, null), true)
  assert.equal(joinsSuppressed(voice, P.SPEAK, 1n), true)
  assert.equal(joinsSuppressed(voice, P.SPEAK, 3n), false)
  assert.equal(joinsSuppressed(stage, P.SPEAK | P.MUTE_MEMBERS, null), true)
})

test('losesConnection is true only for a member who could connect before', () => {
  assert.equal(losesConnection({ couldConnect: true, canConnect: false }), true)
  assert.equal(losesConnection({ couldConnect: false, canConnect: false }), false)
  assert.equal(losesConnection({ couldConnect: true, canConnect: true }), false)
})

test('isIdle is true from the moment on', () => {
  assert.equal(isIdle({ idleAt: 10, now: 9 }), false)
  assert.equal(isIdle({ idleAt: 10, now: 10 }), true)
  assert.equal(isIdle({ idleAt: Number.POSITIVE_INFINITY, now: 10 }), false)
})

test('mayChangeOwnStage needs MUTE_MEMBERS to speak and REQUEST_TO_SPEAK to request it', () => {
  assert.equal(mayChangeOwnStage(0n, { suppress: true }).ok, true)
  assert.equal(mayChangeOwnStage(0n, { suppress: false }).ok, false)
  assert.equal(mayChangeOwnStage(P.MUTE_MEMBERS, { suppress: false }).ok, true)
  assert.equal(mayChangeOwnStage(0n, { requestToSpeakAt: 1 }).ok, false)
  assert.equal(mayChangeOwnStage(P.REQUEST_TO_SPEAK, { requestToSpeakAt: 1 }).ok, true)
  assert.equal(mayChangeOwnStage(0n, { requestToSpeakAt: null }).ok, true)
})

test('[PRM-9] [END-33] [END-34] maySetStatus needs MANAGE_CHANNELS too without a connection to the channel', () => {
  assert.equal(maySetStatus(P.MANAGE_CHANNELS, true).ok, false)
  assert.equal(maySetStatus(P.SET_VOICE_CHANNEL_STATUS, true).ok, true)
  assert.equal(maySetStatus(P.SET_VOICE_CHANNEL_STATUS, false).ok, false)
  assert.equal(maySetStatus(P.SET_VOICE_CHANNEL_STATUS | P.MANAGE_CHANNELS, false).ok, true)
})
