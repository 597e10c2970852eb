import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'
import { listEndedConnections, removeVoiceState } from '../../resources/guild/voice-states/index.ts'
import { findCall } from '../../resources/messaging/calls/index.ts'

type Place = Omit<VoiceTicket, 'channelId'>

/** Functions that end the voice state of a session, unless the user has moved on to another one. */
export interface VoiceEnds {
  readonly inGuild: (place: Place) => Promise<void>
  readonly inDm: (place: Place) => Promise<void>
  readonly inLobby: (place: Place) => Promise<void>
}

/** Ends the voice states of sessions that were lost with their nodes, or that ended while the database was away. */
export async function endLostStates(units: Units, { inGuild, inDm, inLobby }: VoiceEnds): Promise<void> {
  for (const { serverId, state } of await units.read(SYSTEM_ACTOR, listEndedConnections)) {
    const { user_id: userId, session_id: sessionId } = state
    const isOfDm = () => units.read(SYSTEM_ACTOR, async (work) => (await findCall(work, serverId)) !== undefined)
    const end = state.guild_id !== null ? inGuild : (await isOfDm()) ? inDm : inLobby
    await end({ serverId, userId, sessionId })
    // Of a guild, member or lobby that is gone.
    await units.write(SYSTEM_ACTOR, (work) => removeVoiceState(work, { serverId, userId, sessionId }))
  }
}
