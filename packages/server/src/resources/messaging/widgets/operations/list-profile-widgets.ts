import { ApiError, ProfileWidgetObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { demandProfileAccess } from '../../profiles/index.ts'
import { widgetsOf } from '../actions/profile-widgets.ts'

/** Lists the widgets on the profile of a user, rendered, for people who may read the profile. */
export const listProfileWidgets = operation({
  id: 'list_profile_widgets',
  method: 'GET',
  path: '/users/:user_id/widgets',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 200: Type.Array(ProfileWidgetObject) },

  async run({ caller, params, work }) {
    const user = await findUser(work, params.user_id)
    if (!user) throw new ApiError('UNKNOWN_USER')
    const { isReduced } = await demandProfileAccess(work, caller.userId, user)
    return isReduced ? [] : widgetsOf(work, user.id)
  },
})
