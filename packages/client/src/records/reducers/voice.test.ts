import assert from 'node:assert/strict'
import { type Cases, guildOf, testReducers } from '../../../test/support/reducer-cases.ts'
import { reduceEvent } from '../reduce.ts'
import type { voiceReducers } from './voice.ts'

const own = (channel_id: string | null, session_id = 's1') => ({ guild_id: '1', user_id: '10', channel_id, session_id })
const joined = [['voice changed', { target: { guildId: '1', channelId: '21' } }]] as const
const call = { channel_id: '30', ringing: ['10'], voice_states: [{ user_id: '11', session_id: 's2' }] }
const inCall = [['CALL_CREATE', call]] as const

const cases: Cases<typeof voiceReducers> = {
  VOICE_STATE_UPDATE: [
    {
      does: 'moves a user, and notes the member that comes with it',
      data: {
        guild_id: '1',
        user_id: '12',
        channel_id: '21',
        session_id: 's3',
        member: { user: { id: '12' }, roles: [] },
      },
      check(after) {
        const { voiceStates, members } = guildOf(after)
        assert.deepEqual([voiceStates.get('12')?.channel_id, members.has('12')], ['21', true])
        assert.equal('member' in (voiceStates.get('12') ?? {}), false)
      },
    },
    {
      does: 'without a channel ends a voice state',
      data: { guild_id: '1', user_id: '11', channel_id: null, session_id: 's2' },
      check: (after) => assert.equal(guildOf(after).voiceStates.size, 0),
    },
    {
      does: 'follows the person to another channel',
      after: joined,
      data: own('24'),
      check: ({ voice }) => assert.deepEqual(voice.target, { guildId: '1', channelId: '24' }),
    },
    {
      does: 'ends the own connection that another session of the person takes over',
      after: joined,
      data: own('21', 's8'),
      check: ({ voice }) => assert.equal(voice.target, null),
    },
    {
      does: 'does not end the own connection by a leave that the person asked for before joining again',
      after: [...joined, ['VOICE_STATE_UPDATE', own('21')], ['voice changed', { target: null }], ...joined],
      data: own(null),
      check: (after) => {
        assert.deepEqual(after.voice.target, { guildId: '1', channelId: '21' })
        assert.equal(reduceEvent(after, 'VOICE_STATE_UPDATE', own(null)).voice.target, null, 'the next end is another')
      },
    },
    {
      does: 'of a session that stayed in spite of a lost leave forgets the leave',
      after: [
        ...joined,
        ['VOICE_STATE_UPDATE', own('21')],
        ['voice changed', { target: null }],
        ...joined,
        ['VOICE_STATE_UPDATE', own('21')],
      ],
      data: own(null),
      check: ({ voice }) => assert.equal(voice.target, null),
    },
    {
      does: 'in a call moves a user there, who rings no more',
      after: inCall,
      data: { user_id: '10', channel_id: '30', session_id: 's8' },
      check({ calls }) {
        assert.deepEqual([calls.get('30')?.ringing, [...(calls.get('30')?.states.keys() ?? [])]], [[], ['11', '10']])
      },
    },
    {
      does: 'in a call does not end the own connection by a leave before joining again',
      after: [
        ...inCall,
        ['voice changed', { target: { guildId: null, channelId: '30' } }],
        ['VOICE_STATE_UPDATE', { user_id: '10', channel_id: '30', session_id: 's1' }],
        ['voice changed', { target: null }],
        ['voice changed', { target: { guildId: null, channelId: '30' } }],
      ],
      data: { user_id: '10', channel_id: null, session_id: 's1' },
      check: ({ voice }) => assert.deepEqual(voice.target, { guildId: null, channelId: '30' }),
    },
    {
      does: 'in a call ends the own connection that the person leaves',
      after: [
        ...inCall,
        ['voice changed', { target: { guildId: null, channelId: '30' } }],
        ['VOICE_STATE_UPDATE', { user_id: '10', channel_id: '30', session_id: 's1' }],
      ],
      data: { user_id: '10', channel_id: null, session_id: 's1' },
      check({ calls, voice }) {
        assert.deepEqual([[...(calls.get('30')?.states.keys() ?? [])], voice.target], [['11'], null])
      },
    },
  ],
  CALL_CREATE: [
    {
      does: 'begins a call with its voice states',
      data: call,
      check: ({ calls }) =>
        assert.deepEqual(calls.get('30'), {
          ringing: ['10'],
          states: new Map([['11', { user_id: '11', session_id: 's2', channel_id: '30' }]]),
        }),
    },
  ],
  CALL_UPDATE: [
    {
      does: 'changes who rings, and keeps the voice states',
      after: inCall,
      data: { channel_id: '30', ringing: [] },
      check: ({ calls }) => assert.deepEqual([calls.get('30')?.ringing, calls.get('30')?.states.size], [[], 1]),
    },
  ],
  CALL_DELETE: [
    {
      does: 'ends a call',
      after: inCall,
      data: { channel_id: '30' },
      check: ({ calls }) => assert.equal(calls.size, 0),
    },
  ],
  CHANNEL_INFO: [
    {
      does: 'replaces statuses and start times of the voice channels of a guild',
      after: [['VOICE_CHANNEL_STATUS_UPDATE', { guild_id: '1', id: '24', status: 'old' }]],
      data: { guild_id: '1', channels: [{ id: '21', status: 'busy', voice_start_time: 5 }] },
      check: (after) => assert.deepEqual([...guildOf(after).voiceChannels], [['21', { status: 'busy', startedAt: 5 }]]),
    },
  ],
  VOICE_CHANNEL_STATUS_UPDATE: [
    {
      does: 'changes the status and keeps the start time',
      after: [['VOICE_CHANNEL_START_TIME_UPDATE', { guild_id: '1', id: '21', voice_start_time: 5 }]],
      data: { guild_id: '1', id: '21', status: 'busy' },
      check: (after) => assert.deepEqual(guildOf(after).voiceChannels.get('21'), { status: 'busy', startedAt: 5 }),
    },
  ],
  VOICE_CHANNEL_START_TIME_UPDATE: [
    {
      does: 'changes the start time',
      data: { guild_id: '1', id: '21', voice_start_time: null },
      check: (after) => assert.deepEqual(guildOf(after).voiceChannels.get('21'), { status: null, startedAt: null }),
    },
  ],
  VOICE_SERVER_UPDATE: [
    {
      does: 'names the server of the own connection',
      after: joined,
      data: { guild_id: '1', endpoint: 'voice.example:7700', token: 't' },
      check: ({ voice }) => assert.deepEqual(voice.server, { endpoint: 'voice.example:7700', token: 't' }),
    },
    {
      does: 'of another guild changes nothing',
      after: joined,
      data: { guild_id: '2', endpoint: 'voice.example:7700', token: 't' },
      check: ({ voice }) => assert.equal(voice.server, null),
    },
  ],
  'voice changed': [
    {
      does: 'changes the own connection',
      data: { mute: true },
      check: ({ voice }) =>
        assert.deepEqual(voice, {
          ...{ target: null, isLeaving: false, server: null },
          ...{ mute: true, deaf: false, video: false },
        }),
    },
  ],
}
testReducers(cases)
