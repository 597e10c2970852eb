import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findHeldLobby } from './load.ts'
import { saveLobby } from './save.ts'

/** Ends the link of a lobby whose channel was deleted or can no longer be linked. The channel is saved by its owner. */
export async function unlinkLobbyOf(work: Work, { id, linked_lobby }: Channel): Promise<void> {
  if (!linked_lobby) return
  const lobby = await findHeldLobby(work, linked_lobby.lobby_id)
  if (lobby?.linked_channel_id === id) await saveLobby(work, { ...lobby, linked_channel_id: null })
}
