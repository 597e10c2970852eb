import { LobbyMemberObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { lobbyOfApplication } from '../actions/load.ts'
import { changeMembers } from '../actions/members.ts'
import { presentLobbyMember } from '../present.ts'
import { BulkMembersBody, DEVELOPMENT_LIMIT, LobbyPath } from '../requests.ts'

/** Bulk Update Lobby Members: adds, changes or removes members, by the back end of the game. [END-30] [END-31] */
export const bulkUpdateLobbyMembers = operation({
  id: 'bulk_update_lobby_members',
  method: 'POST',
  path: '/lobbies/:lobby_id/members/bulk',
  callers: ['bot'],
  params: LobbyPath,
  body: BulkMembersBody,
  responses: { 200: Type.Array(LobbyMemberObject) },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, body, work }) {
    const lobby = await lobbyOfApplication(work, caller, params.lobby_id)
    return (await changeMembers(work, lobby, body)).map(presentLobbyMember)
  },
})
