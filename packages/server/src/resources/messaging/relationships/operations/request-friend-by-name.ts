import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { requestFriend } from '../actions/friends.ts'
import { otherUserByName } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'
import { REQUEST_LIMIT, RequestByName } from '../requests.ts'

/** Send Friend Request to a username. A request that waits is accepted instead. */
export const requestFriendByName = operation({
  id: 'request_friend_by_name',
  method: 'POST',
  path: '/users/@me/relationships',
  callers: ['bearer', 'person'],
  scope: 'relationships.write',
  unlisted: true,
  body: RequestByName,
  responses: { 204: NoContent },
  ...REQUEST_LIMIT,

  async run({ caller, body, work }) {
    const other = await otherUserByName(work, caller, body)
    await requestFriend(
      work,
      { user: caller.user, other, applicationId: PLATFORM },
      { note: body.note || null, origin: caller.application?.id ?? null },
    )
  },
})
