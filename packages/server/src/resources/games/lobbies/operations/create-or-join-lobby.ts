import { LobbyObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { createOrJoinLobby as createOrJoin } from '../actions/secret.ts'
import { LOBBY_SCOPE } from '../events.ts'
import { presentLobby } from '../present.ts'
import { DEVELOPMENT_LIMIT, SecretLobbyBody } from '../requests.ts'

/** Create or Join Lobby: by a player who knows the secret. [END-18] [END-19] */
export const createOrJoinLobby = operation({
  id: 'create_or_join_lobby',
  method: 'PUT',
  path: '/lobbies',
  callers: ['bearer'],
  scope: LOBBY_SCOPE,
  body: SecretLobbyBody,
  responses: { 200: LobbyObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, body, work }) {
    return presentLobby(await createOrJoin(work, caller, body))
  },
})
