import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { StartedJob } from '../../../accounts/operator-jobs/index.ts'
import { logAction, operatorOf, roleBelow } from '../../../accounts/operators/index.ts'
import { accountOf } from '../../people/index.ts'
import { requestHarvest } from '../actions/request.ts'

/** Export Account: has a package of a person's data made, which that person alone can download. */
export const exportAccount = operation({
  id: 'export_account',
  method: 'POST',
  path: '/admin/users/:user_id/export',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 202: StartedJob },

  async before({ platform }) {
    const release = await platform.files.claim(0)
    release()
  },

  async run({ params: { user_id: userId }, ...request }) {
    const { work } = request
    const operator = await operatorOf(request, 'admin')
    await accountOf(work, userId)
    await roleBelow(work, operator, userId)
    const { job_id } = await requestHarvest(work, { userId, byOperator: true })
    await logAction(work, operator, { action: 'export', target: userId })
    return new HttpResponse(202, { job_id: job_id.toString() })
  },
})
