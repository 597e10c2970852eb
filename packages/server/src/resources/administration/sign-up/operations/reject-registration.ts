import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { reject } from '../actions/decide.ts'

const REASON_MAX = 500

/** Reject Registration: a registration is removed, and its person gets a mail with the reason. */
export const rejectRegistration = operation({
  id: 'reject_registration',
  method: 'POST',
  path: '/admin/users/:user_id/reject',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({ reason: OptionalNullable(Text(0, REASON_MAX)) }),
  responses: { 204: NoContent },

  async run({ params, body, platform, ...request }) {
    const operator = await operatorOf({ ...request, platform }, 'moderator')
    const decision = { id: params.user_id, reason: body.reason || null }
    await reject(request.work, operator, decision, platform.addresses.url)
  },
})
