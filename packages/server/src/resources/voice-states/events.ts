import {
  type Instant,
  Intent,
  type MemberObject,
  Permission,
  type Snowflake,
  type VoiceStateObject,
  wireTimeOrNull,
} from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Channel, VoiceState } from '../../kernel/model.ts'
import type { Viewer } from '../../kernel/viewer.ts'

/** Returns the voice state object; `guild: false` leaves out `guild_id`, as GUILD_CREATE does. */
export function presentVoiceState(
  state: VoiceState,
  options: { guild?: false; member?: MemberObject } = {},
): VoiceStateObject {
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
  /** `channel_id` is null when the user has left. */
  readonly state: VoiceState
  readonly before: VoiceState | undefined
  readonly at: Instant
  /** Absent when the user is no longer a member. */
  readonly member?: MemberObject
  /** True when the user can view the joined or left channel only while connected to it. [CH-12] */
  readonly reveals: boolean
  /** The channel that the user left, if it was deleted. */
  readonly gone?: Channel
}

const sees = (viewer: Viewer, state: VoiceState | undefined) =>
  state !== undefined && state.channel_id !== null && viewer.sees(state.channel_id)

/** A user joined, moved, left or was muted. Sent to viewers of the current or the former channel. */
export const voiceStateUpdate = eventType<VoiceStateChange>({
  name: 'VOICE_STATE_UPDATE',
  intents: () => Intent.GUILD_VOICE_STATES,
  visibleTo: (viewer, { state, before, gone }) =>
    viewer.userId === state.user_id ||
    sees(viewer, state) ||
    sees(viewer, before) ||
    (gone !== undefined && (viewer.permissionsOf(gone) & Permission.VIEW_CHANNEL) !== 0n),
  // Viewers of only the former channel learn that the user left, not where the user went.
  variant: (viewer, { state }) => (viewer.userId === state.user_id || sees(viewer, state) ? 'whole' : 'gone'),
  evaluateIndividually: ({ state }) => [state.user_id],
  affectedUsers: ({ state, reveals }) => (reveals ? [state.user_id] : []),
  present: ({ state, member }, variant) =>
    presentVoiceState(variant === 'gone' ? { ...state, channel_id: null } : state, member ? { member } : {}),
  apply: (view, { state, before, at }) => {
    if (state.channel_id === null) view.voiceStates.delete(state.user_id)
    else view.voiceStates.set(state.user_id, state)
    for (const id of new Set([before?.channel_id, state.channel_id])) if (id != null) view.noteVoice(id, at)
  },
  voiceEffect: ({ state, before }) => ({ kind: 'state-changed', state, before }),
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
  visibleTo: (viewer, { channelId }) => viewer.sees(channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId, status }) => ({ id: channelId.toString(), guild_id: guildId.toString(), status }),
  apply: (view, { channelId, status }) => view.changeVoiceChannel(channelId, { status }),
})

export interface ChannelStartTime {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  /** Unix seconds; null for an empty channel. */
  readonly startedAt: number | null
}

/** [EVT-6] */
export const voiceChannelStartTimeUpdate = eventType<ChannelStartTime>({
  name: 'VOICE_CHANNEL_START_TIME_UPDATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { channelId }) => viewer.sees(channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId, startedAt }) => ({
    id: channelId.toString(),
    guild_id: guildId.toString(),
    voice_start_time: startedAt,
  }),
  apply: (view, { channelId, startedAt }) => view.changeVoiceChannel(channelId, { startedAt }),
})
