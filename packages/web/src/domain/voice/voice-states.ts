import { allowed, type Decision, displayName, needs, permissionsIn, refused } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { type ChannelObject, ChannelType, Permission, type VoiceStateObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'

/** Returns whether people connect to a channel by voice. */
export function isVoiceChannel({ type }: Pick<ChannelObject, 'type'>): boolean {
  return type === ChannelType.GUILD_VOICE || type === ChannelType.GUILD_STAGE_VOICE
}

/** Returns whether a channel is a stage. */
export function isStage({ type }: Pick<ChannelObject, 'type'>): boolean {
  return type === ChannelType.GUILD_STAGE_VOICE
}

/** Returns the name of a connected user. */
export function participantName(state: ClientState, voice: VoiceStateObject): string {
  const member = state.guilds.get(voice.guild_id ?? '')?.members.get(voice.user_id) ?? voice.member
  const user = state.users.get(voice.user_id) ?? member?.user
  return user ? displayName(user, member) : t('Unknown user')
}

type VoiceStates = ReadonlyMap<string, VoiceStateObject>
type Participants = readonly VoiceStateObject[]

const NOBODY: Participants = []
/** Participants by channel, worked out once for each change of a guild's voice states. */
const byChannel = new WeakMap<VoiceStates, ReadonlyMap<string, Participants>>()

/** Returns the voice states of a channel's participants, by their names. */
export function participantsOf(state: ClientState, channel: ChannelObject): Participants {
  const states = channel.guild_id
    ? state.guilds.get(channel.guild_id)?.voiceStates
    : state.calls.get(channel.id)?.states
  if (!states || states.size === 0) return NOBODY
  const known = byChannel.get(states) ?? grouped(state, states)
  byChannel.set(states, known)
  return known.get(channel.id) ?? NOBODY
}

function grouped(state: ClientState, states: VoiceStates): ReadonlyMap<string, Participants> {
  const collator = new Intl.Collator()
  const named = [...states.values()].map((voice) => ({ voice, name: participantName(state, voice) }))
  named.sort((one, other) => collator.compare(one.name, other.name))
  const groups = new Map<string, VoiceStateObject[]>()
  for (const { voice } of named) {
    if (voice.channel_id === null) continue
    const group = groups.get(voice.channel_id)
    if (group) group.push(voice)
    else groups.set(voice.channel_id, [voice])
  }
  return groups
}

/** Returns the voice state of this session; undefined while it is connected to no channel. */
export function ownVoiceState({
  guilds,
  calls,
  self,
  sessionId,
  voice: { target },
}: ClientState): VoiceStateObject | undefined {
  const states =
    target?.guildId === null ? calls.get(target.channelId)?.states : guilds.get(target?.guildId ?? '')?.voiceStates
  const own = states?.get(self?.id ?? '')
  return own && own.session_id === sessionId ? own : undefined
}

/** Decides whether the person can join a channel. */
export function mayJoin(state: ClientState, channel: ChannelObject): Decision {
  const permissions = permissionsIn(state, channel)
  if ((permissions & Permission.CONNECT) === 0n) return needs('CONNECT', 'needs permission to join')
  const connected = participantsOf(state, channel).filter(({ user_id }) => user_id !== state.self?.id).length
  const limit = channel.user_limit ?? 0
  const full = limit > 0 && connected >= limit && (permissions & Permission.MOVE_MEMBERS) === 0n
  return full ? refused('channel is full') : allowed
}

/** Returns what a participant's icons say, in words. */
export function voiceMarks(voice: VoiceStateObject): string[] {
  return [
    voice.deaf ? t('deafened by a moderator') : voice.self_deaf ? t('deafened') : '',
    voice.mute ? t('muted by a moderator') : voice.self_mute ? t('muted') : '',
    voice.self_stream ? t('streaming') : '',
    voice.self_video ? t('on video') : '',
    voice.suppress && voice.request_to_speak_timestamp ? t('asks to speak') : '',
  ].filter(Boolean)
}

/** Role of a participant on a stage. */
export type StageRole = 'speaker' | 'invited' | 'asking' | 'audience'

/** Returns the role of a participant on a stage. An invited one is not suppressed, but has not accepted yet. */
export function stageRole({ suppress, request_to_speak_timestamp }: VoiceStateObject): StageRole {
  if (suppress) return request_to_speak_timestamp ? 'asking' : 'audience'
  return request_to_speak_timestamp ? 'invited' : 'speaker'
}

const STAGE_MODERATOR = Permission.MANAGE_CHANNELS | Permission.MUTE_MEMBERS | Permission.MOVE_MEMBERS

/** Returns whether a member moderates a stage: may start, change and end it. */
export function moderatesStage(permissions: bigint): boolean {
  return (permissions & STAGE_MODERATOR) === STAGE_MODERATOR
}

/** Returns whether the person may set the status of a voice channel. */
export function maySetStatus(state: ClientState, channel: ChannelObject): boolean {
  const permissions = permissionsIn(state, channel)
  if (isStage(channel) || (permissions & Permission.SET_VOICE_CHANNEL_STATUS) === 0n) return false
  return ownVoiceState(state)?.channel_id === channel.id || (permissions & Permission.MANAGE_CHANNELS) !== 0n
}
