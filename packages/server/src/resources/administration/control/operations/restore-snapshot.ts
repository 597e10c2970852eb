import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { changeCopies } from '../actions/replace-world.ts'
import { CONTROL } from '../requests.ts'
import { Replacement, SnapshotPath } from '../world-requests.ts'
import { Replaced } from '../world-responses.ts'

/** Restore Snapshot: returns rows, files, platform date and all that is in memory to a copy. */
export const restoreSnapshot = operation({
  ...CONTROL,
  id: 'restore_snapshot',
  method: 'POST',
  path: '/snapshots/:snapshot_name/restore',
  params: SnapshotPath,
  body: Replacement,
  responses: { 200: Replaced },
  writes: false,

  // Outside the unit of work, which would belong to the former world.
  async before({ params, body: { bots = 'stay' }, platform }) {
    const { copies } = platform.control
    const { result, duration_ms } = await changeCopies(() => copies.restore(params.snapshot_name, { bots }))
    if (!result) throw new ApiError('NOT_FOUND')
    return { duration_ms }
  },

  async run({ prepared }) {
    return prepared
  },
})
