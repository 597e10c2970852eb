import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { requestFriend } from '../actions/friends.ts'
import { otherUser } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'

const USERS_MAX = 25

/** Bulk Add Relationships. There is no contact sync here, so its token is not asked for. */
export const bulkRequestFriends = operation({
  id: 'bulk_request_friends',
  method: 'POST',
  path: '/users/@me/relationships/bulk',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ user_ids: Distinct(SnowflakeId, 1, USERS_MAX), token: OptionalNullable(Text(0, 1024)) }),
  responses: {
    200: Type.Object({ failed_requests: Type.Array(Type.String()), successful_requests: Type.Array(Type.String()) }),
  },
  limit: { limit: 2, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const failed: string[] = []
    const successful: string[] = []
    for (const id of body.user_ids) {
      try {
        const other = await otherUser(work, caller, id)
        await requestFriend(work, { user: caller.user, other, applicationId: PLATFORM })
        successful.push(id.toString())
      } catch (error) {
        // A refusal comes before the first change of its request.
        if (!(error instanceof ApiError)) throw error
        failed.push(id.toString())
      }
    }
    return { failed_requests: failed, successful_requests: successful }
  },
})
