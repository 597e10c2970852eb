import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { OperatorJobObject, presentOperatorJob } from '../present.ts'
import { findOperatorJob } from '../store.ts'

/** Get Operator Job: how far a job is that an operator started, and its result. */
export const getOperatorJob = operation({
  id: 'get_operator_job',
  method: 'GET',
  path: '/admin/jobs/:job_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ job_id: SnowflakeId }),
  responses: { 200: OperatorJobObject },

  async run({ params, ...request }) {
    const { work } = request
    await operatorOf(request, 'moderator')
    const job = await findOperatorJob(work, params.job_id)
    if (!job) throw new ApiError('NOT_FOUND')
    return presentOperatorJob(job)
  },
})
