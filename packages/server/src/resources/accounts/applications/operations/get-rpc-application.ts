import { ApiError, PublicApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentPublicApplication } from '../present.ts'
import { ApplicationParams } from '../requests.ts'
import { findApplication } from '../store.ts'

const RpcApplication = Type.Intersect([
  PublicApplicationObject,
  Type.Object({ rpc_origins: Type.Array(Type.String()) }),
])

/** Returns an application as a local client shows it to the person and to the application itself. [RPC-4] */
export const getRpcApplication = operation({
  id: 'get_rpc_application',
  method: 'GET',
  path: '/applications/:application_id/rpc',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: RpcApplication },

  async run({ params, work }) {
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    return { ...presentPublicApplication(application), rpc_origins: application.rpc_origins }
  },
})
