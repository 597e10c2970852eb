import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { deleteVoiceStateOf, deleteVoiceStatesOn, putVoiceChannel, putVoiceState } from '../store.ts'

/** Stores a voice state for other nodes. */
export function saveVoiceState(store: StoreSession, serverId: Snowflake, state: VoiceState): Promise<void> {
  return putVoiceState(store, serverId, state)
}

/** Stores the status or the start time of a voice channel for other nodes. */
export function saveVoiceChannel(store: StoreSession, change: Parameters<typeof putVoiceChannel>[1]): Promise<void> {
  return putVoiceChannel(store, change)
}

/** Removes the voice state of a session that has ended, if it is still there. */
export function removeVoiceState(
  store: StoreSession,
  place: { serverId: Snowflake; userId: Snowflake; sessionId: string },
): Promise<void> {
  return deleteVoiceStateOf(store, place)
}

/** Removes the voice states on a server that was deleted. */
export function removeVoiceStatesOn(store: StoreSession, serverId: Snowflake): Promise<void> {
  return deleteVoiceStatesOn(store, serverId)
}
