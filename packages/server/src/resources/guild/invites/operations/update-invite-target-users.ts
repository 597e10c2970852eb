import { demand, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Text, Type } from '../../../../validation/schema.ts'
import { auditTargetUsers, setTargetUsers } from '../actions/save-target-list.ts'
import { inviteForCaller } from '../actions/standing.ts'
import { faultyFileResponse, uploadedTargetUsers } from '../actions/target-users.ts'
import { TARGET_USERS_FIELD, TargetUsersRefused } from '../requests.ts'
import { mayChangeTargets } from '../rules.ts'

/** Update Target Users: stores a new list, which a job applies. [END-52] [INV-2] */
export const updateInviteTargetUsers = operation({
  id: 'update_invite_target_users',
  method: 'PUT',
  path: '/invites/:code/target-users',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  body: Type.Object({}),
  filesMax: 1,
  fileField: TARGET_USERS_FIELD,
  responses: { 204: NoContent, 400: TargetUsersRefused },

  before: ({ files }) => uploadedTargetUsers(files),

  async run({ caller, params, work, prepared: targets }) {
    const { invite, standing } = await inviteForCaller(work, caller, params.code)
    demand(mayChangeTargets(standing))
    if (!targets) throw invalidForm([TARGET_USERS_FIELD], 'BASE_TYPE_REQUIRED', 'This field is required')
    const refused = faultyFileResponse(targets)
    if (refused) return refused
    await setTargetUsers(work, invite.code, targets)
    await auditTargetUsers(work, invite)
  },
})
