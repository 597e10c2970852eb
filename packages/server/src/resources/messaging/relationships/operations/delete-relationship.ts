import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeRelationship } from '../actions/friends.ts'
import { otherUser } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'
import { UserPath } from '../requests.ts'

/** Remove Relationship: ends a friendship, withdraws or rejects a request, or unblocks. */
export const deleteRelationship = operation({
  id: 'delete_relationship',
  method: 'DELETE',
  path: '/users/@me/relationships/:user_id',
  callers: ['bearer', 'person'],
  scope: 'relationships.write',
  unlisted: true,
  params: UserPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const other = await otherUser(work, caller, params.user_id)
    await removeRelationship(work, { user: caller.user, other, applicationId: PLATFORM })
  },
})
