import { ApiError } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { addOperatorJob, StartedJob } from '../../../accounts/operator-jobs/index.ts'
import { logAction, operatorOf } from '../../../accounts/operators/index.ts'

/** Create Backup: has a backup made by a process beside the platform, which goes on working. */
export const createBackup = operation({
  id: 'create_backup',
  method: 'POST',
  path: '/admin/backups',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 202: StartedJob },

  async run({ platform, ...request }) {
    const { work } = request
    const operator = await operatorOf({ ...request, platform }, 'owner', { fresh: true })
    if (!platform.backups.areKept)
      throw new ApiError('INVALID_FORM_BODY', { reason: 'a platform in memory has nothing to back up' })
    // Below the reserve of the disk there are no backups.
    const release = await platform.files.claim(0)
    release()
    const jobId = await addOperatorJob(work, 'backup')
    await logAction(work, operator, { action: 'backup', target: null })
    await platform.backups.begin(work, jobId)
    return new HttpResponse(202, { job_id: jobId.toString() })
  },
})
