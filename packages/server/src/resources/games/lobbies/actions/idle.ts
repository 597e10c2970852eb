import type { Snowflake } from '@guildhall/protocol'
import type { StoredLobby } from '../../../../kernel/lobby-model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { LOBBY_SCOPE } from '../events.ts'
import { listConnectedLobbyIds, listLobbyMembers } from '../store.ts'
import { findHeldLobby } from './load.ts'
import { deleteLobby, saveIdleSince } from './save.ts'

/**
 * Notes whether a member is connected to a lobby. From the last connected member on, the lobby is idle.
 *
 * @param isOccupied asked while the unit of work holds the lobby: of two members who leave at once, one is the last
 */
export async function noteOccupied(
  work: Work,
  lobbyId: Snowflake,
  isOccupied: () => Promise<boolean> | boolean,
): Promise<void> {
  const lobby = await findHeldLobby(work, lobbyId)
  if (!lobby) return
  const occupied = await isOccupied()
  if ((lobby.idle_since === null) === occupied) return
  await saveIdleSince(work, lobby, occupied ? null : work.now)
}

/** Notes that members whose sessions were lost are no longer connected. */
export async function noteUnoccupied(work: Work, isOccupied: (lobbyId: Snowflake) => boolean): Promise<void> {
  for (const id of await listConnectedLobbyIds(work)) if (!isOccupied(id)) await noteOccupied(work, id, () => false)
}

/** Deletes a lobby that has been idle for its timeout. */
export async function deleteIdleLobby(work: Work, { lobbyId }: { lobbyId: Snowflake }): Promise<void> {
  const lobby = await findHeldLobby(work, lobbyId)
  if (!lobby || lobby.idle_since === null) return
  // A member may have connected a moment ago, and the note of it waits for this unit of work.
  if (await hasConnectedMember(work, lobby)) await saveIdleSince(work, lobby, work.now)
  else await deleteLobby(work, lobby)
}

async function hasConnectedMember(work: Work, { id, application_id }: StoredLobby): Promise<boolean> {
  for (const { user_id } of await listLobbyMembers(work, id)) {
    const games = await work.players.gamesOf(work, user_id)
    if (games.some(({ applicationId, scopes }) => applicationId === application_id && scopes.has(LOBBY_SCOPE)))
      return true
  }
  return false
}
