import { demand, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, Text, Type } from '../../../validation/schema.ts'
import { manageable } from '../manageable.ts'
import { mayChangeTargets } from '../rules.ts'
import { auditTargets, faultyTargets, setTargets, TargetsRefused, uploadedTargets } from '../target-users.ts'

/** Update Target Users: a new list, which a job puts into effect. [END-52] [INV-2] */
export const updateInviteTargetUsers = operation({
  id: 'update_invite_target_users',
  method: 'PUT',
  path: '/invites/:code/target-users',
  callers: ['bot', 'person'],
  params: Type.Object({ code: Text(1, 100) }),
  body: Type.Object({}),
  filesMax: 1,
  fileField: 'target_users_file',
  responses: { 204: NoContent, 400: TargetsRefused },

  before: ({ files }) => uploadedTargets(files),

  async run({ caller, params, work, prepared: targets }) {
    const { invite, standing } = await manageable(work, caller, params.code)
    demand(mayChangeTargets(standing))
    if (!targets) throw invalidForm(['target_users_file'], 'BASE_TYPE_REQUIRED', 'This field is required')
    const faulty = faultyTargets(targets)
    if (faulty) return faulty
    await setTargets(work, invite.code, targets)
    await auditTargets(work, invite)
  },
})
