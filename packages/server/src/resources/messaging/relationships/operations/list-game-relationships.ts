import { GameRelationshipObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { gameRelationshipsOf } from '../actions/list.ts'

/** List Game Relationships: of all games to a person, of one game to its application. */
export const listGameRelationships = operation({
  id: 'list_game_relationships',
  method: 'GET',
  path: '/users/@me/game-relationships',
  callers: ['bearer', 'person'],
  scope: 'relationships.read',
  unlisted: true,
  responses: { 200: Type.Array(GameRelationshipObject) },

  async run({ caller, work }) {
    const applicationId = caller.application?.id ?? null
    return gameRelationshipsOf(work, caller.userId, applicationId, { users: caller.kind === 'person' })
  },
})
