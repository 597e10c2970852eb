import { type Instant, type MemberObject, Permission, type Snowflake } from '@guildhall/protocol'
import { type EventType, guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, Member, User, VoiceState } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { presentMember } from '../../members/present.ts'
import { voiceChannelStartTimeUpdate, voiceChannelStatusUpdate, voiceStateUpdate } from '../events.ts'
import { connectedTo } from '../model.ts'

/** Event of the guild's topic that the caller must emit. */
export interface VoiceEvent<P = never> {
  readonly type: EventType<P>
  readonly payload: P
}

function voiceEvent<P>(type: EventType<P>, payload: P): VoiceEvent {
  return { type, payload } as unknown as VoiceEvent
}

/** Circumstances of a changed voice state. */
export interface VoiceChangeOptions {
  now: Instant
  member?: MemberObject
  /** Role ids of the member, which decide the channels that they can view. */
  roles?: readonly Snowflake[]
  /** The channel that the user leaves, if it was deleted. */
  gone?: Channel
  /** Whether the user's own session chose the channel. */
  chosen?: boolean
}

/**
 * Returns the events of a changed voice state, in order: the state, the start time of a channel that was empty, and the
 * end of one that is empty now. Returns none when nothing changed. [VCI-1] [VCI-2]
 */
export function voiceChange(view: GuildView, state: VoiceState, options: VoiceChangeOptions): VoiceEvent[] {
  const before = view.voiceStates.get(state.user_id)
  if (before ? same(before, state) : state.channel_id === null) return []
  const { member, gone, chosen, roles = [] } = options
  const from = before?.channel_id ?? null
  const to = state.channel_id
  const hidden = [from, to].some((id) => id !== null && from !== to && !viewable(view, id, state.user_id, roles))
  const all = [
    voiceEvent(voiceStateUpdate, {
      guildId: view.id,
      state,
      before,
      at: options.now,
      reveals: hidden,
      ...(gone ? { gone } : {}),
      ...(member ? { member } : {}),
      ...(chosen && from !== to ? { chosen } : {}),
    }),
  ]
  if (from === to) return all
  if (to !== null && connectedTo(view, to).length === 0) {
    const startedAt = Math.floor(options.now / 1000)
    all.push(voiceEvent(voiceChannelStartTimeUpdate, { guildId: view.id, channelId: to, startedAt }))
  }
  if (from !== null && connectedTo(view, from).length === 1) {
    const channel = { guildId: view.id, channelId: from }
    if (view.voiceChannels.get(from)?.status != null)
      all.push(voiceEvent(voiceChannelStatusUpdate, { ...channel, status: null }))
    all.push(voiceEvent(voiceChannelStartTimeUpdate, { ...channel, startedAt: null }))
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

/** Emits the events of a changed voice state. */
export function emitVoiceChange(
  work: Work,
  view: GuildView,
  { member, user }: { member: Member; user: User },
  state: VoiceState,
): void {
  const options = { now: work.now, member: presentMember(member, user), roles: member.roles }
  for (const { type, payload } of voiceChange(view, state, options)) work.emit(type, guildTopic(view.id), payload)
}
