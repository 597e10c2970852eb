import { type Instant, Intent, type MemberObject, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Channel, VoiceState } from '../../../kernel/model.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { presentVoiceState } from './present.ts'

/** Payload of VOICE_STATE_UPDATE. */
export interface VoiceStateChange {
  readonly guildId: Snowflake
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
  /** True if the user's own session chose the channel, which the user can join. Absent in events of older versions. */
  readonly chosen?: boolean
}

const views = (viewer: Viewer, state: VoiceState | undefined) =>
  state !== undefined && state.channel_id !== null && viewer.sees(state.channel_id)

/** A user joined, moved, left or was muted. Sent to viewers of the current or the former channel. */
export const voiceStateUpdate = eventType<VoiceStateChange>({
  key: 'voice-state.changed',
  name: 'VOICE_STATE_UPDATE',
  intents: () => Intent.GUILD_VOICE_STATES,
  visibleTo: (viewer, { state, before, gone }) =>
    viewer.userId === state.user_id ||
    views(viewer, state) ||
    views(viewer, before) ||
    (gone !== undefined && (viewer.permissionsOf(gone) & Permission.VIEW_CHANNEL) !== 0n),
  // Viewers of only the former channel learn that the user left, not where the user went.
  variant: (viewer, { state }) => (viewer.userId === state.user_id || views(viewer, state) ? 'whole' : 'gone'),
  evaluateIndividually: ({ state }) => [state.user_id],
  affectedUsers: ({ state, reveals }) => (reveals ? [state.user_id] : []),
  present: ({ state, member }, variant) =>
    presentVoiceState(variant === 'gone' ? { ...state, channel_id: null } : state, member ? { member } : {}),
  apply: (view, { state, before, at }) => {
    if (state.channel_id === null) view.voiceStates.delete(state.user_id)
    else view.voiceStates.set(state.user_id, state)
    for (const id of new Set([before?.channel_id, state.channel_id])) if (id != null) view.noteVoice(id, at)
  },
  effect: ({ guildId, state, before, chosen = false }) => ({
    kind: 'state-changed',
    ...{ serverId: guildId, state, before, chosen },
  }),
})

/** Payload of VOICE_CHANNEL_STATUS_UPDATE. */
export interface ChannelStatus {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  readonly status: string | null
}

/** The status of a voice channel changed. Sent to its viewers. [EVT-5] [EVT-7] */
export const voiceChannelStatusUpdate = eventType<ChannelStatus>({
  key: 'voice-channel-status.changed',
  name: 'VOICE_CHANNEL_STATUS_UPDATE',
  intents: () => Intent.GUILDS,
  visibleTo: (viewer, { channelId }) => viewer.sees(channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId, status }) => ({ id: channelId.toString(), guild_id: guildId.toString(), status }),
  apply: (view, { channelId, status }) => view.changeVoiceChannel(channelId, { status }),
})

/** Payload of VOICE_CHANNEL_START_TIME_UPDATE. */
export interface ChannelStartTime {
  readonly guildId: Snowflake
  readonly channelId: Snowflake
  /** Unix seconds; null for an empty channel. */
  readonly startedAt: number | null
}

/** A voice channel is no longer empty, or is empty again. Sent to its viewers. [EVT-6] */
export const voiceChannelStartTimeUpdate = eventType<ChannelStartTime>({
  key: 'voice-channel-start-time.changed',
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
