import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { requestFriend } from '../actions/friends.ts'
import { gameOf, otherUserByName } from '../actions/parties.ts'
import { GameRequestByName, REQUEST_LIMIT } from '../requests.ts'

/** Send Game Friend Request to a username. A request that waits is accepted instead. */
export const requestGameFriendByName = operation({
  id: 'request_game_friend_by_name',
  method: 'POST',
  path: '/users/@me/game-relationships',
  callers: ['bearer'],
  scope: 'relationships.write',
  unlisted: true,
  body: GameRequestByName,
  responses: { 204: NoContent },
  ...REQUEST_LIMIT,

  async run({ caller, body, work }) {
    const other = await otherUserByName(work, caller, body)
    await requestFriend(work, { user: caller.user, other, applicationId: gameOf(caller) })
  },
})
