import type { Snowflake } from '@guildhall/protocol'
import { lobbyTopic } from '../../../../kernel/event.ts'
import type { VoiceState } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findVoiceState, listVoiceStates, removeVoiceStatesOn } from '../../../guild/voice-states/index.ts'
import { lobbyVoiceStateUpdate } from '../events.ts'
import { findLobbyMember } from '../store.ts'
import { findHeldLobby } from './load.ts'

/** The call of a lobby, for a member who may join it. */
export interface LobbyCallState {
  readonly isMember: boolean
  /** Members of the call. */
  readonly connected: number
  /** Voice state of the member. */
  readonly before: VoiceState | undefined
}

/** Decision about the voice state of a member. */
interface CallDecision {
  /** The new state; absent for no change. */
  readonly changed?: VoiceState
}

/**
 * Decides about the voice state of a member in a call that several nodes know. No other unit of work changes the call
 * or the members of its lobby meanwhile.
 */
export async function changeLobbyCall<D extends CallDecision>(
  work: Work,
  { lobbyId, userId }: { lobbyId: Snowflake; userId: Snowflake },
  decide: (call: LobbyCallState) => D,
): Promise<D> {
  const lobby = await findHeldLobby(work, lobbyId)
  const member = lobby && (await findLobbyMember(work, lobbyId, userId))
  const states = await listVoiceStates(work, lobbyId)
  const before = states.find((state) => state.user_id === userId)
  const decision = decide({ isMember: member !== undefined, connected: states.length, before })
  const state = decision.changed
  if (state) work.emit(lobbyVoiceStateUpdate, lobbyTopic(lobbyId), { lobbyId, state })
  return decision
}

/** Ends the voice state of a user who is no member any more. The caller holds the lobby. */
export async function leaveLobbyCall(work: Work, lobbyId: Snowflake, userId: Snowflake): Promise<void> {
  if (!work.isShared) return
  const state = await findVoiceState(work, lobbyId, userId)
  const left = state && { ...state, channel_id: null }
  if (left) work.emit(lobbyVoiceStateUpdate, lobbyTopic(lobbyId), { lobbyId, state: left })
}

/** Ends the call of a lobby that is deleted. */
export async function endLobbyCall(work: Work, lobbyId: Snowflake): Promise<void> {
  if (work.isShared) await removeVoiceStatesOn(work, lobbyId)
}
