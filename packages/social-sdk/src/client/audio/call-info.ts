import { CallInfoHandle, type CallInfoView } from '../../handles/call-info.ts'
import { handleOf } from '../../objects/handle.ts'
import { voiceStateOf } from './call-view.ts'
import type { VoicePlaces } from './voice-places.ts'

/** Returns the call of a lobby; null without participants. Its handle shows nothing once they have all left. */
export function callInfoOf(places: VoicePlaces, lobbyId: bigint, hasEnded: () => boolean): CallInfoHandle | null {
  if (places.participants(lobbyId).size === 0) return null
  const view: CallInfoView = {
    channelId: lobbyId,
    guildId: lobbyId,
    get getParticipants() {
      return [...places.participants(lobbyId).keys()]
    },
    getVoiceStateHandle: (userId) => voiceStateOf(places, lobbyId, userId),
  }
  return handleOf(CallInfoHandle, () => (!hasEnded() && places.participants(lobbyId).size > 0 ? view : null))
}
