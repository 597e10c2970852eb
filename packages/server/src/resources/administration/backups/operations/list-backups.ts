import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'

const Backup = Type.Object({
  name: Type.String(),
  bytes: Type.Integer(),
  created_at: Type.String(),
  encrypted: Type.Boolean(),
})

/** List Backups: whole backups in the folder or bucket of backups, the newest first. */
export const listBackups = operation({
  id: 'list_backups',
  method: 'GET',
  path: '/admin/backups',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Type.Array(Backup) },

  async run({ platform, ...request }) {
    await operatorOf({ ...request, platform }, 'owner')
    return [...(await platform.backups.list())]
  },
})
