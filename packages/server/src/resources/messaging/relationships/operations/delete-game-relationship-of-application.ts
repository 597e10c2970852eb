import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeRelationship } from '../actions/friends.ts'
import { demandApplication, otherUser } from '../actions/parties.ts'
import { UserAndApplicationPath } from '../requests.ts'

/** Remove Game Relationship by Application: ends a friendship or request of a game outside the game. */
export const deleteGameRelationshipOfApplication = operation({
  id: 'delete_game_relationship_of_application',
  method: 'DELETE',
  path: '/users/@me/game-relationships/:user_id/:application_id',
  callers: ['person'],
  unlisted: true,
  params: UserAndApplicationPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await demandApplication(work, params.application_id)
    const other = await otherUser(work, caller, params.user_id)
    await removeRelationship(work, { user: caller.user, other, applicationId: params.application_id })
  },
})
