import type { VoiceStateObject } from '@guildhall/protocol'
import { presentVoiceState } from '../../guild/voice-states/present.ts'
import type { CallSnapshot } from './model.ts'

/** Call in CALL_CREATE. CALL_UPDATE lacks the voice states. */
export interface CallObject {
  channel_id: string
  message_id: string
  region: string | null
  ringing: string[]
}

/** Returns the call of CALL_UPDATE. */
export function presentCall({ channelId, messageId, ringing }: CallSnapshot): CallObject {
  return {
    channel_id: channelId.toString(),
    message_id: messageId.toString(),
    region: null,
    ringing: ringing.map(String),
  }
}

/** Returns the call of CALL_CREATE. */
export function presentWholeCall(
  call: CallSnapshot,
): CallObject & { voice_states: VoiceStateObject[]; embedded_activities: [] } {
  return {
    ...presentCall(call),
    voice_states: call.states.map((state) => presentVoiceState(state, { guild: false })),
    embedded_activities: [],
  }
}
