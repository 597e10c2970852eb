import { demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { inviteForCaller } from '../actions/standing.ts'
import { targetUsersJobStatus } from '../actions/target-users.ts'
import { TargetUsersJobStatus } from '../requests.ts'
import { mayReadTargets } from '../rules.ts'

/** Get Target Users Job Status, of the newest list. [END-53] [SUB-15] */
export const getInviteTargetUsersJobStatus = operation({
  id: 'get_invite_target_users_job_status',
  method: 'GET',
  path: '/invites/:code/target-users/job-status',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: TargetUsersJobStatus },

  async run({ caller, params, work }) {
    const { invite, standing } = await inviteForCaller(work, caller, params.code)
    demand(mayReadTargets(standing))
    return targetUsersJobStatus(work, invite)
  },
})
