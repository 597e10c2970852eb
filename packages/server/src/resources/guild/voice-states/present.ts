import { type MemberObject, type VoiceStateObject, wireTimeOrNull } from '@guildhall/protocol'
import type { VoiceState } from '../../../kernel/model.ts'

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
