import { NICKNAME_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { renameFriend } from '../actions/friends.ts'
import { otherUser } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'
import { UserPath } from '../requests.ts'

/** Modify Relationship: gives a friend a nickname. */
export const updateRelationship = operation({
  id: 'update_relationship',
  method: 'PATCH',
  path: '/users/@me/relationships/:user_id',
  callers: ['person'],
  unlisted: true,
  params: UserPath,
  body: Type.Object({ nickname: OptionalNullable(Text(0, NICKNAME_MAX)) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const other = await otherUser(work, caller, params.user_id)
    if (body.nickname === undefined) return
    await renameFriend(work, { user: caller.user, other, applicationId: PLATFORM }, body.nickname || null)
  },
})
