import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { SnapshotPath } from '../world-requests.ts'

/** Delete Snapshot: frees its memory. */
export const deleteSnapshot = operation({
  ...CONTROL,
  id: 'delete_snapshot',
  method: 'DELETE',
  path: '/snapshots/:snapshot_name',
  params: SnapshotPath,
  responses: { 204: NoContent },
  writes: false,

  async run({ params, platform }) {
    if (!(await platform.control.copies.remove(params.snapshot_name))) throw new ApiError('NOT_FOUND')
  },
})
