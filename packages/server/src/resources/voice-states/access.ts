import { ApiError, ChannelType, invalidForm, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, User, VoiceState } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { presentMember } from '../members/index.ts'
import { voiceChange } from './change.ts'

/** Who is connected, and to what; 10065 for who is not. */
export function connected(view: GuildView, userId: Snowflake): { state: VoiceState; channel: Channel } {
  const state = view.voiceStates.get(userId)
  const channel = state && state.channel_id !== null ? view.channels.get(state.channel_id) : undefined
  if (!state || !channel) throw new ApiError('UNKNOWN_VOICE_STATE')
  return { state, channel }
}

/** The same on a stage; `channelId` names the stage that the caller means. */
export function onStage(view: GuildView, userId: Snowflake, channelId: Snowflake | null | undefined) {
  const { state, channel } = connected(view, userId)
  if (channelId != null && channelId !== channel.id) {
    throw invalidForm(['channel_id'], 'BASE_TYPE_CHOICES', 'The user is not connected to this channel.')
  }
  if (channel.type !== ChannelType.GUILD_STAGE_VOICE) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return { state, channel }
}

/** Announces a changed state. */
export function announce(
  work: Work,
  view: GuildView,
  { member, user }: { member: Member; user: User },
  state: VoiceState,
): void {
  const options = { now: work.now, member: presentMember(member, user), roles: member.roles }
  for (const { type, payload } of voiceChange(view, state, options)) work.emit(type, guildTopic(view.id), payload)
}
