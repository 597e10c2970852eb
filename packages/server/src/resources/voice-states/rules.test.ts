import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission as P } from '@guildhall/protocol'
import { joinsSuppressed, mayChangeOwnStage, mayJoin, maySetStatus } from './rules.ts'

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

test('joinsSuppressed is true on a stage and without SPEAK', () => {
  assert.equal(joinsSuppressed({ type: ChannelType.GUILD_VOICE }, P.SPEAK), false)
  assert.equal(joinsSuppressed({ type: ChannelType.GUILD_VOICE }, 0n), true)
  assert.equal(joinsSuppressed({ type: ChannelType.GUILD_STAGE_VOICE }, P.SPEAK | P.MUTE_MEMBERS), true)
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
