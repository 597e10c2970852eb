import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { setIgnored } from '../actions/blocks.ts'
import { otherUser } from '../actions/parties.ts'
import { PLATFORM } from '../model.ts'
import { UserPath } from '../requests.ts'

/** Ignore User. */
export const ignoreUser = operation({
  id: 'ignore_user',
  method: 'PUT',
  path: '/users/@me/relationships/:user_id/ignore',
  callers: ['person'],
  unlisted: true,
  params: UserPath,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const other = await otherUser(work, caller, params.user_id)
    await setIgnored(work, { user: caller.user, other, applicationId: PLATFORM }, true)
  },
})
