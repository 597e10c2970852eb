import type { VoiceStateObject } from '@guildhall/protocol'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { withEntry, withoutEntry } from '../maps.ts'
import type { Call, ClientState, VoiceChannelInfo } from '../state.ts'
import { inGuild } from './in-guild.ts'
import { withUsers } from './users.ts'

const EMPTY_INFO: VoiceChannelInfo = { status: null, startedAt: null }
const NO_CALL: Call = { ringing: [], states: new Map() }

/** A leave that the person asked for does not end the connection that they asked for since. */
const voiceState: Reducer<VoiceStateObject> = (state, voice) => {
  const { self, sessionId, voice: own } = state
  const isOwn = voice.user_id === self?.id && voice.session_id === sessionId
  if (!isOwn || !own.isLeaving) return withVoiceState(state, voice)
  const settled = { ...own, isLeaving: false }
  const next = withVoiceState({ ...state, voice: settled }, voice)
  return voice.channel_id === null ? { ...next, voice: settled } : next
}

function withVoiceState(state: ClientState, { member, ...voice }: VoiceStateObject): ClientState {
  if (!voice.guild_id) return voiceInCall(state, voice)
  const next = inGuild(member ? withUsers(state, [member.user]) : state, voice.guild_id, (guild) => ({
    ...guild,
    // Not all members of a large guild are known before they speak.
    members: member ? withEntry(guild.members, voice.user_id, member) : guild.members,
    voiceStates:
      voice.channel_id === null
        ? withoutEntry(guild.voiceStates, voice.user_id)
        : withEntry(guild.voiceStates, voice.user_id, voice),
  }))
  return withOwnChange(next, voice, state.guilds.get(voice.guild_id)?.voiceStates.get(voice.user_id)?.channel_id)
}

/** Follows the person's own voice state: moved or disconnected by others, or taken over by another session. */
function withOwnChange(state: ClientState, voice: VoiceStateObject, former: string | null | undefined): ClientState {
  const { target } = state.voice
  if (voice.user_id !== state.self?.id || !target || voice.guild_id !== target.guildId) return state
  const here = voice.session_id === state.sessionId && voice.channel_id !== null
  if (here && voice.channel_id === target.channelId)
    // The voice server of another channel follows.
    return former === voice.channel_id ? state : { ...state, voice: { ...state.voice, server: null } }
  const moved = here && voice.channel_id !== null ? { ...target, channelId: voice.channel_id } : null
  return { ...state, voice: { ...state.voice, target: moved, server: null } }
}

interface VoiceServer {
  guild_id: string | null
  channel_id?: string
  endpoint: string | null
  token: string
}

/** The voice server of the own connection. Without an endpoint it is away, and another one will follow. */
const voiceServer: Reducer<VoiceServer> = (state, { guild_id, channel_id, endpoint, token }) => {
  const { target } = state.voice
  const isOwn = target && (guild_id === null ? channel_id === target.channelId : guild_id === target.guildId)
  if (!isOwn) return state
  return { ...state, voice: { ...state.voice, server: endpoint === null ? null : { endpoint, token } } }
}

/** A user joins, changes or leaves a call. A move arrives as the end of one voice state and the start of another. */
function voiceInCall(state: ClientState, voice: VoiceStateObject): ClientState {
  const { channel_id: channelId, user_id: userId } = voice
  const calls = new Map(state.calls)
  for (const [id, call] of state.calls)
    if (call.states.has(userId)) calls.set(id, { ...call, states: withoutEntry(call.states, userId) })
  if (channelId !== null) {
    const { ringing, states } = calls.get(channelId) ?? NO_CALL
    calls.set(channelId, {
      ringing: ringing.filter((id) => id !== userId),
      states: withEntry(states, userId, voice),
    })
  }
  return {
    ...state,
    calls,
    voice: endsOwnCall(state, voice) ? { ...state.voice, target: null, server: null } : state.voice,
  }
}

/** Returns whether the person has left the call that this session is in, or joined it in another session. */
function endsOwnCall({ self, calls, sessionId, voice: { target } }: ClientState, voice: VoiceStateObject): boolean {
  if (voice.user_id !== self?.id || target?.guildId !== null) return false
  const wasIn = calls.get(target.channelId)?.states.has(voice.user_id) ?? false
  return wasIn && (voice.channel_id !== target.channelId || voice.session_id !== sessionId)
}

/** Returns whether this session has a voice state in the channel or guild that it chose. */
function isConnected({ self, sessionId, guilds, calls, voice: { target } }: ClientState): boolean {
  if (!target) return false
  const { guildId, channelId } = target
  const states = guildId === null ? calls.get(channelId)?.states : guilds.get(guildId)?.voiceStates
  return states?.get(self?.id ?? '')?.session_id === sessionId
}

interface CallEvent {
  channel_id: string
  ringing?: string[]
  voice_states?: VoiceStateObject[]
}

/** CALL_CREATE has all voice states of a call, CALL_UPDATE has none. */
const callChanged: Reducer<CallEvent> = (state, { channel_id, ringing = [], voice_states }) => {
  const known = state.calls.get(channel_id) ?? NO_CALL
  const states = voice_states
    ? new Map(voice_states.map((voice) => [voice.user_id, { ...voice, channel_id }]))
    : known.states
  return { ...state, calls: withEntry(state.calls, channel_id, { ringing, states }) }
}

const callEnded: Reducer<CallEvent> = (state, { channel_id }) => ({
  ...state,
  calls: withoutEntry(state.calls, channel_id),
})

interface ChannelInfo {
  guild_id: string
  channels: { id: string; status?: string; voice_start_time?: number }[]
}

/** CHANNEL_INFO names all channels that have a status or a start time. */
const channelInfo: Reducer<ChannelInfo> = (state, { guild_id, channels }) =>
  inGuild(state, guild_id, (guild) => ({
    ...guild,
    voiceChannels: new Map(
      channels.map(({ id, status, voice_start_time }) => [
        id,
        { status: status ?? null, startedAt: voice_start_time ?? null },
      ]),
    ),
  }))

function changedInfo(state: ClientState, event: InfoEvent, change: Partial<VoiceChannelInfo>): ClientState {
  return inGuild(state, event.guild_id, (guild) => ({
    ...guild,
    voiceChannels: withEntry(guild.voiceChannels, event.id, {
      ...(guild.voiceChannels.get(event.id) ?? EMPTY_INFO),
      ...change,
    }),
  }))
}

interface InfoEvent {
  guild_id: string
  id: string
}

/** Voice states, calls, what voice channels show of themselves, and the person's own connection. */
export const voiceReducers = {
  VOICE_STATE_UPDATE: voiceState,
  VOICE_SERVER_UPDATE: voiceServer,
  CALL_CREATE: callChanged,
  CALL_UPDATE: callChanged,
  CALL_DELETE: callEnded,
  CHANNEL_INFO: channelInfo,
  VOICE_CHANNEL_STATUS_UPDATE: ((state, event) =>
    changedInfo(state, event, { status: event.status })) satisfies Reducer<InfoEvent & { status: string | null }>,
  VOICE_CHANNEL_START_TIME_UPDATE: ((state, event) =>
    changedInfo(state, event, { startedAt: event.voice_start_time })) satisfies Reducer<
    InfoEvent & { voice_start_time: number | null }
  >,
  'voice changed': ((state, change) => {
    // The server may refuse another channel: then the person stays at the present voice server.
    const server = change.target === null ? null : state.voice.server
    const isLeaving = state.voice.isLeaving || (change.target === null && isConnected(state))
    return { ...state, voice: { ...state.voice, isLeaving, server, ...change } }
  }) satisfies Reducer<LocalActions['voice changed']>,
} satisfies Reducers
