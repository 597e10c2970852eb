import { ApiError } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { readRange } from '../../../../media/byte-range.ts'
import { Stream, Text, Type } from '../../../../validation/schema.ts'
import { logAction, operatorOf } from '../../../accounts/operators/index.ts'

const NAME_MAX = 100
const BYTES = 'application/octet-stream'

/**
 * Download Backup: the bytes of a backup, or a range of them, so that an interrupted download goes on. The operators'
 * log has an entry for each download that begins.
 */
export const downloadBackup = operation({
  id: 'download_backup',
  method: 'GET',
  path: '/admin/backups/:backup_name',
  callers: ['operator', 'person'],
  unlisted: true,
  writes: true,
  params: Type.Object({ backup_name: Text(1, NAME_MAX) }),
  responses: { 200: Stream(BYTES), 206: Stream(BYTES), 416: Type.Null() },

  async run({ platform, params, ...request }) {
    const operator = await operatorOf({ ...request, platform }, 'owner', { fresh: true })
    const name = params.backup_name
    const backup = await platform.backups.open(name)
    if (!backup) throw new ApiError('NOT_FOUND')
    const { bytes } = backup
    const range = readRange(request.header('range'), bytes)
    if (range === 'unsatisfiable') return new HttpResponse(416, null, { 'content-range': `bytes */${bytes}` })
    const { start, end } = range ?? { start: 0, end: bytes - 1 }
    if (start === 0) {
      const changes = [{ key: 'downloaded', old: null, new: name }]
      await logAction(request.work, operator, { action: 'backup', target: null, changes })
    }
    const headers = {
      'content-type': BYTES,
      'content-length': String(end - start + 1),
      'content-disposition': `attachment; filename="${name}"`,
      'accept-ranges': 'bytes',
    }
    if (range === null) return new HttpResponse(200, backup.read(), headers)
    return new HttpResponse(206, backup.read(range), { ...headers, 'content-range': `bytes ${start}-${end}/${bytes}` })
  },
})
