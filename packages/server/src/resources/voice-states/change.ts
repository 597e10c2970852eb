import { type Instant, type MemberObject, Permission, type Snowflake } from '@guildhall/protocol'
import type { EventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../kernel/model.ts'
import { voiceChannelStartTimeUpdate, voiceChannelStatusUpdate, voiceStateUpdate } from './events.ts'

/** Event of the guild's topic that the caller must emit. */
export interface Announcement<P = never> {
  readonly type: EventType<P>
  readonly payload: P
}

function announcement<P>(type: EventType<P>, payload: P): Announcement {
  return { type, payload } as unknown as Announcement
}

/** Lists the voice states of a channel. */
export function connectedTo(view: GuildView, channelId: Snowflake): VoiceState[] {
  return [...view.voiceStates.values()].filter((state) => state.channel_id === channelId)
}

/** Returns the voice state of a member who is not connected, with the guild's mute and deafen. */
export function newState(member: Member): VoiceState {
  return {
    guild_id: member.guild_id,
    channel_id: null,
    user_id: member.user_id,
    session_id: '',
    deaf: member.deaf,
    mute: member.mute,
    self_deaf: false,
    self_mute: false,
    self_stream: false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
  }
}

export interface VoiceChangeOptions {
  now: Instant
  member?: MemberObject
  /** Role ids of the member, which decide the channels that they can view. */
  roles?: readonly Snowflake[]
  /** The channel that the user leaves, if it was deleted. */
  gone?: Channel
}

/**
 * Returns the events of a changed voice state, in order: the state, the start time of a channel that was empty, and the end
 * of one that is empty now. Returns none when nothing has changed. [VCI-1] [VCI-2]
 */
export function voiceChange(view: GuildView, state: VoiceState, options: VoiceChangeOptions): Announcement[] {
  const before = view.voiceStates.get(state.user_id)
  if (before ? same(before, state) : state.channel_id === null) return []
  const { member, gone, roles = [] } = options
  const from = before?.channel_id ?? null
  const to = state.channel_id
  const hidden = [from, to].some((id) => id !== null && from !== to && !viewable(view, id, state.user_id, roles))
  const all = [
    announcement(voiceStateUpdate, {
      state,
      before,
      at: options.now,
      reveals: hidden,
      ...(gone ? { gone } : {}),
      ...(member ? { member } : {}),
    }),
  ]
  if (from === to) return all
  if (to !== null && connectedTo(view, to).length === 0) {
    const startedAt = Math.floor(options.now / 1000)
    all.push(announcement(voiceChannelStartTimeUpdate, { guildId: view.id, channelId: to, startedAt }))
  }
  if (from !== null && connectedTo(view, from).length === 1) {
    const channel = { guildId: view.id, channelId: from }
    if (view.voiceChannels.get(from)?.status != null)
      all.push(announcement(voiceChannelStatusUpdate, { ...channel, status: null }))
    all.push(announcement(voiceChannelStartTimeUpdate, { ...channel, startedAt: null }))
  }
  return all
}

function viewable(view: GuildView, channelId: Snowflake, userId: Snowflake, roles: readonly Snowflake[]): boolean {
  const channel = view.channels.get(channelId)
  return channel !== undefined && (view.permissionsIn(channel, userId, roles) & Permission.VIEW_CHANNEL) !== 0n
}

function same(a: VoiceState, b: VoiceState): boolean {
  return (Object.keys(a) as (keyof VoiceState)[]).every((key) => a[key] === b[key])
}
