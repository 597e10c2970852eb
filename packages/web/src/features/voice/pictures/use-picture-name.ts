import type { ClientState } from '@guildhall/client/records'
import type { VoiceStateObject } from '@guildhall/protocol'
import { ownVoiceState, participantName, participantsOf } from '../../../domain/voice/voice-states.ts'
import { useClientState } from '../../../gateway/react.tsx'

/** Returns the voice states of the call that this window is in. */
export function statesOfCall(state: ClientState): readonly VoiceStateObject[] {
  const own = ownVoiceState(state)
  const channel = state.channels.get(own?.channel_id ?? '')
  return channel ? participantsOf(state, channel) : []
}

/** Returns the name of a member of the call. */
export function usePictureName(userId: string): string {
  return useClientState((state) => {
    const voice = statesOfCall(state).find(({ user_id }) => user_id === userId)
    return voice ? participantName(state, voice) : (state.users.get(userId)?.username ?? userId)
  })
}
