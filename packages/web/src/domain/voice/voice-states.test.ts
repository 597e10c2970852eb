import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needs, refused } from '@guildhall/client/questions'
import { type ClientState, EMPTY, reduceEvent } from '@guildhall/client/records'
import { type ChannelObject, Permission, type VoiceStateObject } from '@guildhall/protocol'
import { mayJoin, maySetStatus, ownVoiceState, participantsOf, stageRole, voiceMarks } from './voice-states.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const voice = (user_id: string, channel_id: string | null, more: Partial<VoiceStateObject> = {}) =>
  ({ guild_id: '1', user_id, channel_id, session_id: `s${user_id}`, ...more }) as VoiceStateObject
const user = (id: string, username: string) => ({ id, username, global_name: null })
const lounge = { id: '20', type: 2, guild_id: '1', name: 'lounge', user_limit: 2 } as ChannelObject

function stateWith(permissions: bigint, voices: readonly VoiceStateObject[] = []): ClientState {
  return {
    ...EMPTY,
    self: user('10', 'alice'),
    sessionId: 's10',
    users: new Map([user('10', 'alice'), user('11', 'carol'), user('12', 'bob')].map((one) => [one.id, one])),
    guilds: new Map([
      [
        '1',
        {
          guild: { id: '1', owner_id: '99' },
          roles: new Map([['1', { id: '1', permissions: String(permissions) }]]),
          members: new Map(),
          voiceChannels: new Map(),
          voiceStates: new Map(voices.map((one) => [one.user_id, one])),
        },
      ],
    ]),
  } as unknown as ClientState
}

test('participantsOf returns those of one channel by name', () => {
  const state = stateWith(0n, [voice('11', '20'), voice('12', '20'), voice('10', '21')])
  assert.deepEqual(
    participantsOf(state, lounge).map(({ user_id }) => user_id),
    ['12', '11'],
  )
})

test('mayJoin names a missing permission and a full channel, which members who move others may enter', () => {
  const full = [voice('11', '20'), voice('12', '20')]
  const may = (permissions: bigint, voices: VoiceStateObject[]) =>
    mayJoin(stateWith(permissions | Permission.VIEW_CHANNEL, voices), lounge)
  assert.deepEqual(may(0n, []), needs('CONNECT', 'needs permission to join'))
  assert.deepEqual(may(Permission.CONNECT, full), refused('channel is full'))
  assert.ok(may(Permission.CONNECT | Permission.MOVE_MEMBERS, full).ok)
  assert.ok(may(Permission.CONNECT, [voice('10', '20'), voice('11', '20')]).ok)
})

test('the own connection follows voice states of this session, and ends when another session takes over', () => {
  const target = { guildId: '1', channelId: '20' }
  let state = reduce(stateWith(0n), { name: 'voice changed', data: { target } })
  assert.equal(ownVoiceState(state), undefined)
  state = reduce(state, { name: 'VOICE_STATE_UPDATE', data: voice('10', '20') })
  assert.equal(ownVoiceState(state)?.channel_id, '20')
  state = reduce(state, { name: 'VOICE_STATE_UPDATE', data: voice('11', '21') })
  assert.equal(state.voice.target?.channelId, '20')
  const moved = reduce(state, { name: 'VOICE_STATE_UPDATE', data: voice('10', '21') })
  assert.equal(moved.voice.target?.channelId, '21')
  const taken = reduce(state, { name: 'VOICE_STATE_UPDATE', data: voice('10', '20', { session_id: 'other' }) })
  assert.equal(taken.voice.target, null)
  assert.equal(ownVoiceState(taken), undefined)
  const left = reduce(state, { name: 'VOICE_STATE_UPDATE', data: voice('10', null) })
  assert.equal(left.voice.target, null)
  assert.equal(left.guilds.get('1')?.voiceStates.has('10'), false)
})

test('CHANNEL_INFO replaces what is known of voice channels, and updates change one field', () => {
  const info = (state: ClientState) => Object.fromEntries(state.guilds.get('1')?.voiceChannels ?? [])
  const status = { guild_id: '1', id: '20', status: 'Chess' }
  let state = reduce(stateWith(0n), { name: 'VOICE_CHANNEL_STATUS_UPDATE', data: status })
  state = reduce(state, {
    name: 'VOICE_CHANNEL_START_TIME_UPDATE',
    data: { guild_id: '1', id: '20', voice_start_time: 5 },
  })
  assert.deepEqual(info(state), { 20: { status: 'Chess', startedAt: 5 } })
  state = reduce(state, { name: 'CHANNEL_INFO', data: { guild_id: '1', channels: [{ id: '21', status: 'Go' }] } })
  assert.deepEqual(info(state), { 21: { status: 'Go', startedAt: null } })
})

test('a status is set by people in the channel, and by others who manage channels', () => {
  const may = Permission.VIEW_CHANNEL | Permission.CONNECT | Permission.SET_VOICE_CHANNEL_STATUS
  const inside = stateWith(may, [voice('10', '20')])
  const connected = { ...inside, voice: { ...inside.voice, target: { guildId: '1', channelId: '20' } } }
  assert.equal(maySetStatus(connected, lounge), true)
  assert.equal(maySetStatus(stateWith(may), lounge), false)
  assert.equal(maySetStatus(stateWith(may | Permission.MANAGE_CHANNELS), lounge), true)
  assert.equal(
    maySetStatus(stateWith(Permission.VIEW_CHANNEL | Permission.CONNECT | Permission.MANAGE_CHANNELS), lounge),
    false,
  )
})

test('marks of moderators come before own ones, and a stage has four roles', () => {
  assert.deepEqual(voiceMarks(voice('1', '2', { mute: true, self_mute: true, self_deaf: true, self_stream: true })), [
    'deafened',
    'muted by a moderator',
    'streaming',
  ])
  const asked = '2026-01-01T00:00:00Z'
  const roleOf = (suppress: boolean, request_to_speak_timestamp: string | null) =>
    stageRole(voice('1', '2', { suppress, request_to_speak_timestamp }))
  assert.deepEqual(
    [roleOf(true, null), roleOf(true, asked), roleOf(false, asked), roleOf(false, null)],
    ['audience', 'asking', 'invited', 'speaker'],
  )
})
