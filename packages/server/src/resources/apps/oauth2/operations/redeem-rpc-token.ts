import { ApiError, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { takeRpcToken } from '../actions/save.ts'

/**
 * Takes an RPC token for the person's local client. `skips_prompt`: the application may be authorized without a
 * question. Only its owner is not asked: the platform has no approved applications and no testers.
 */
export const redeemRpcToken = operation({
  id: 'redeem_rpc_token',
  method: 'POST',
  path: '/users/@me/applications/:application_id/rpc-token',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: Type.Object({ rpc_token: Text(1, 200) }),
  holds: ({ rpc_token }) => [`grant.${rpc_token}`],
  responses: { 200: Type.Object({ skips_prompt: Type.Boolean() }) },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, params, body, work }) {
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    const token = { hash: tokenHash(body.rpc_token), application_id: application.id }
    if (!(await takeRpcToken(work, token)))
      throw invalidForm(['rpc_token'], 'INVALID_RPC_TOKEN', 'The token is unknown, used or expired.')
    return { skips_prompt: application.owner_id === caller.userId }
  },
})
