import { demand, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { LINK_PERMISSIONS } from '../../../guild/channels/index.ts'
import { type LoadedLobby, loadLobby, lobbyForMember, lobbyOfApplication, saveLobby } from '../../lobbies/index.ts'
import { demandLinkableChannel, mayChangeLink, mayLink } from '../rules.ts'
import { saveLinkedLobby } from './save.ts'

/** Links a lobby to a channel for one of its members, or ends its link. [LOB-9] */
export async function linkLobby(
  work: Work,
  caller: Caller,
  lobbyId: Snowflake,
  channelId: Snowflake | null,
): Promise<LoadedLobby> {
  const { member } = await lobbyForMember(work, caller, lobbyId)
  demand(mayChangeLink(member))
  if (channelId !== null) {
    const lobby = await lobbyOfApplication(work, caller, lobbyId)
    demand(mayLink(caller.user, lobby))
    const { channel } = await channelForCaller(work, caller, channelId, LINK_PERMISSIONS)
    demandLinkableChannel(channel, lobby.id)
  }
  const lobby = await lobbyOfApplication(work, caller, lobbyId)
  const before = lobby.linked_channel_id
  if (before === channelId) return loadLobby(work, lobby)
  if (before !== null) await saveLinkedLobby(work, before, null)
  const link = { lobby_id: lobby.id, application_id: lobby.application_id }
  if (channelId !== null) await saveLinkedLobby(work, channelId, link)
  return saveLobby(work, { ...lobby, linked_channel_id: channelId })
}
