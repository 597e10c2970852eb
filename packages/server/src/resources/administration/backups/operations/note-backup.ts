import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { logAction, operatorOf } from '../../../accounts/operators/index.ts'

/** Note Backup: adds a backup to the operators' log that a command of the terminal has made beside the platform. */
export const noteBackup = operation({
  id: 'note_backup',
  method: 'POST',
  path: '/admin/backups/made',
  callers: ['operator'],
  unlisted: true,
  responses: { 204: NoContent },

  async run({ platform, ...request }) {
    const operator = await operatorOf({ ...request, platform }, 'owner')
    await logAction(request.work, operator, { action: 'backup', target: null })
  },
})
