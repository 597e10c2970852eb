import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
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

  // Outside the unit of work: a restore that the removal waits for would wait for it.
  async before({ params, platform }) {
    if (!(await platform.control.copies.remove(params.snapshot_name))) throw new ApiError('NOT_FOUND')
  },

  async run() {},
})
