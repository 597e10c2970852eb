import { ApiError } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Stream, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'

const NAME_MAX = 100

/** Download Backup: the bytes of a backup. */
export const downloadBackup = operation({
  id: 'download_backup',
  method: 'GET',
  path: '/admin/backups/:backup_name',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ backup_name: Text(1, NAME_MAX) }),
  responses: { 200: Stream('application/octet-stream') },

  async run({ platform, params, ...request }) {
    await operatorOf({ ...request, platform }, 'owner', { fresh: true })
    const backup = await platform.backups.open(params.backup_name)
    if (!backup) throw new ApiError('NOT_FOUND')
    return new HttpResponse(200, backup.read(), {
      'content-type': 'application/octet-stream',
      'content-length': String(backup.bytes),
      'content-disposition': `attachment; filename="${params.backup_name}"`,
    })
  },
})
