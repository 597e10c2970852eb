import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { requestFriend } from '../actions/friends.ts'
import { demandApplication, otherUser } from '../actions/parties.ts'
import { AcceptGameRequest, UserAndApplicationPath } from '../requests.ts'

/** Create Game Relationship by Application: accepts a friend request of a game outside the game. */
export const acceptGameRelationship = operation({
  id: 'accept_game_relationship',
  method: 'PUT',
  path: '/users/@me/game-relationships/:user_id/:application_id',
  callers: ['person'],
  unlisted: true,
  params: UserAndApplicationPath,
  body: AcceptGameRequest,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await demandApplication(work, params.application_id)
    const other = await otherUser(work, caller, params.user_id)
    const parties = { user: caller.user, other, applicationId: params.application_id }
    await requestFriend(work, parties, { onlyAccept: true })
  },
})
