import { LobbyObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { createLobby as create } from '../actions/edit.ts'
import { presentLobby } from '../present.ts'
import { DEVELOPMENT_LIMIT, LobbyBody } from '../requests.ts'

/** Create Lobby: by the back end of a game. Players can neither join nor leave it by themselves. */
export const createLobby = operation({
  id: 'create_lobby',
  method: 'POST',
  path: '/lobbies',
  callers: ['bot'],
  body: LobbyBody,
  responses: { 201: LobbyObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, body, work }) {
    return presentLobby(await create(work, caller, body))
  },
})
