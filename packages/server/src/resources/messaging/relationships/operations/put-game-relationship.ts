import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { requestFriend } from '../actions/friends.ts'
import { gameOf, otherUser } from '../actions/parties.ts'
import { GameRequestById, REQUEST_LIMIT, UserPath } from '../requests.ts'

/** Create Game Relationship: sends or accepts a friend request of the caller's game. */
export const putGameRelationship = operation({
  id: 'put_game_relationship',
  method: 'PUT',
  path: '/users/@me/game-relationships/:user_id',
  callers: ['bearer'],
  scope: 'relationships.write',
  unlisted: true,
  params: UserPath,
  body: GameRequestById,
  responses: { 204: NoContent },
  ...REQUEST_LIMIT,

  async run({ caller, params, work }) {
    const other = await otherUser(work, caller, params.user_id)
    await requestFriend(work, { user: caller.user, other, applicationId: gameOf(caller) })
  },
})
