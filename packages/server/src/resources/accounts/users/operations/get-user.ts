import { ApiError, UserObject } from '@guildhall/protocol'
import { findUserForCaller } from '../../../../access/player.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentUser } from '../present.ts'

/** Get User. */
export const getUser = operation({
  id: 'get_user',
  method: 'GET',
  path: '/users/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 200: UserObject },

  async run({ caller, params, work }) {
    const user = await findUserForCaller(work, caller, params.user_id)
    if (!user) throw new ApiError('UNKNOWN_USER')
    return presentUser(user)
  },
})
