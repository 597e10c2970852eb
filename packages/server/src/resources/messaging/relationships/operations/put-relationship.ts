import { RelationshipType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { blockUser } from '../actions/blocks.ts'
import { requestFriend } from '../actions/friends.ts'
import { otherUser } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'
import { REQUEST_LIMIT, RequestById, UserPath } from '../requests.ts'

/** Create Relationship: sends or accepts a friend request, or blocks a user. */
export const putRelationship = operation({
  id: 'put_relationship',
  method: 'PUT',
  path: '/users/@me/relationships/:user_id',
  callers: ['bearer', 'person'],
  scope: 'relationships.write',
  unlisted: true,
  params: UserPath,
  body: RequestById,
  responses: { 204: NoContent },
  ...REQUEST_LIMIT,

  async run({ caller, params, body, work }) {
    const other = await otherUser(work, caller, params.user_id)
    const parties = { user: caller.user, other, applicationId: PLATFORM }
    if (body.type === RelationshipType.BLOCKED) await blockUser(work, parties)
    else await requestFriend(work, parties, { note: body.note || null, origin: caller.application?.id ?? null })
  },
})
