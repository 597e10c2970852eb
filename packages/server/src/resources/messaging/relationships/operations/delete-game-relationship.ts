import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeRelationship } from '../actions/friends.ts'
import { gameOf, otherUser } from '../actions/parties.ts'
import { UserPath } from '../requests.ts'

/** Remove Game Relationship: ends a friendship of the caller's game, or withdraws or rejects a request. */
export const deleteGameRelationship = operation({
  id: 'delete_game_relationship',
  method: 'DELETE',
  path: '/users/@me/game-relationships/:user_id',
  callers: ['bearer'],
  scope: 'relationships.write',
  unlisted: true,
  params: UserPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const other = await otherUser(work, caller, params.user_id)
    await removeRelationship(work, { user: caller.user, other, applicationId: gameOf(caller) })
  },
})
