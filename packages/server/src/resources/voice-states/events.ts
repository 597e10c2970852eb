import { type Instant, Intent, Permission, type Snowflake, wireTimeOrNull } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Channel, VoiceState } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'

type Wire = Record<string, unknown>

/** The wire's voice state; without the guild's id as GUILD_CREATE lists it. */
export function presentVoiceState(state: VoiceState, options: { guild?: false; member?: Wire } = {}): Wire {
  return {
    ...(options.guild === false ? {} : { guild_id: state.guild_id?.toString() ?? null }),
    channel_id: state.channel_id?.toString() ?? null,
    user_id: state.user_id.toString(),
    ...(options.member ? { member: options.member } : {}),
    session_id: state.session_id,
    deaf: state.deaf,
    mute: state.mute,
    self_deaf: state.self_deaf,
    self_mute: state.self_mute,
    self_stream: state.self_stream,
    self_video: state.self_video,
    suppress: state.suppress,
    request_to_speak_timestamp: wireTimeOrNull(state.request_to_speak_timestamp),
  }
}

export interface VoiceStateChange {
  /** With `channel_id` null for who has left. */
  readonly state: VoiceState
  readonly before: VoiceState | undefined
  readonly at: Instant
  /** The wire's guild member; left out for who is none any more. */
  readonly member?: Wire
  /** Only being connected lets this user view a channel that is joined or left here. [CH-12] */
  readonly reveals: boolean
  /** The channel that was left, where it is no more. */
  readonly gone?: Channel
}

const sees = (viewer: Viewer, state: VoiceState | undefined) =>
  state !== undefined && state.channel_id !== null && viewer.sees(state.channel_id)

/** Joined, moved, left, muted…: for who can view the channel, or could view the one that was left. */
export const voiceStateUpdate = eventType<VoiceStateChange>({
  name: 'VOICE_STATE_UPDATE',
  intents: () => Intent.GUILD_VOICE_STATES,
  seenBy: (viewer, { state, before, gone }) =>
    viewer.userId === state.user_id ||
    sees(viewer, state) ||
    sees(viewer, before) ||
    (gone !== undefined && (viewer.permissionsOf(gone) & Permission.VIEW_CHANNEL) !== 0n),
  // Who could view the former channel alone is told that it was left, not where to.
  variant: (viewer, { state }) => (viewer.userId === state.user_id || sees(viewer, state) ? 'whole' : 'gone'),
  apart: ({ state }) => [state.user_id],
  moves: ({ state, reveals }) => (reveals ? [state.user_id] : []),
  present: ({ state, member }, variant) =>
    presentVoiceState(variant === 'gone' ? { ...state, channel_id: null } : state, member ? { member } : {}),
  apply: (view, { state, before, at }) => {
    if (state.channel_id === null) view.voiceStates.delete(state.user_id)
    else view.voiceStates.set(state.user_id, state)
    for (const id of new Set([before?.channel_id, state.channel_id])) if (id != null) view.noteVoice(id, at)
  },
})

export interface ChannelStatus {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  readonly status: string | null
}

/** [EVT-5] [EVT-7] */
export const voiceChannelStatusUpdate = eventType<ChannelStatus>({
  name: 'VOICE_CHANNEL_STATUS_UPDATE',
  intents: () => Intent.GUILDS,
  seenBy: (viewer, { channelId }) => viewer.sees(channelId),
  within: ({ channelId }) => channelId,
  present: ({ guildId, channelId, status }) => ({ id: channelId.toString(), guild_id: guildId.toString(), status }),
  apply: (view, { channelId, status }) => view.changeVoiceChannel(channelId, { status }),
})

export interface ChannelStartTime {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  /** Unix seconds; null for a channel that nobody is in. */
  readonly startedAt: number | null
}

/** [EVT-6] */
export const voiceChannelStartTimeUpdate = eventType<ChannelStartTime>({
  name: 'VOICE_CHANNEL_START_TIME_UPDATE',
  intents: () => Intent.GUILDS,
  seenBy: (viewer, { channelId }) => viewer.sees(channelId),
  within: ({ channelId }) => channelId,
  present: ({ guildId, channelId, startedAt }) => ({
    id: channelId.toString(),
    guild_id: guildId.toString(),
    voice_start_time: startedAt,
  }),
  apply: (view, { channelId, startedAt }) => view.changeVoiceChannel(channelId, { startedAt }),
})
