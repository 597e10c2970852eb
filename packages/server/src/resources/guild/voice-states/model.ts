import { ApiError, ChannelType, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../../kernel/model.ts'

/** Voice state of a connected user, with its channel. */
export interface Connection {
  readonly state: VoiceState
  readonly channel: Channel
}

/** Returns the voice state of a member who is not connected, with the guild's mute and deafen. */
export function newState({ guild_id, user_id, deaf, mute }: Member): VoiceState {
  return { ...unconnectedState(user_id), guild_id, deaf, mute }
}

/** Returns the voice state of a user who is not connected and in no guild. */
export function unconnectedState(userId: Snowflake): VoiceState {
  return {
    guild_id: null,
    channel_id: null,
    user_id: userId,
    session_id: '',
    deaf: false,
    mute: false,
    self_deaf: false,
    self_mute: false,
    self_stream: false,
    self_video: false,
    suppress: false,
    request_to_speak_timestamp: null,
  }
}

/** Returns the voice states of the users who are connected to a channel. */
export function connectedTo(view: GuildView, channelId: Snowflake): VoiceState[] {
  return [...view.voiceStates.values()].filter((state) => state.channel_id === channelId)
}

/** Returns the connection of a user. @throws UNKNOWN_VOICE_STATE (10065) for a user who is not connected */
export function getConnection(view: GuildView, userId: Snowflake): Connection {
  const state = view.voiceStates.get(userId)
  const channel = state && state.channel_id !== null ? view.channels.get(state.channel_id) : undefined
  if (!state || !channel) throw new ApiError('UNKNOWN_VOICE_STATE')
  return { state, channel }
}

/**
 * Returns the connection of a user to a stage channel. `channelId` is the channel that the request names.
 *
 * @throws UNKNOWN_VOICE_STATE (10065); INVALID_FORM_BODY (50035) for another channel; CANNOT_EXECUTE_ON_CHANNEL_TYPE
 *   (50024) for a voice channel
 */
export function getStageConnection(
  view: GuildView,
  userId: Snowflake,
  channelId: Snowflake | null | undefined,
): Connection {
  const connection = getConnection(view, userId)
  if (channelId != null && channelId !== connection.channel.id)
    throw invalidForm(['channel_id'], 'BASE_TYPE_CHOICES', 'The user is not connected to this channel.')
  if (connection.channel.type !== ChannelType.GUILD_STAGE_VOICE) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return connection
}
