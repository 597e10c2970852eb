import { operation } from '../../../../kernel/operation.ts'
import { changeCopies } from '../actions/replace-world.ts'
import { presentSnapshot } from '../present-worlds.ts'
import { CONTROL } from '../requests.ts'
import { SnapshotPath } from '../world-requests.ts'
import { SnapshotState } from '../world-responses.ts'

/** Put Snapshot: copies the world under a name. It replaces an older copy of the name. */
export const putSnapshot = operation({
  ...CONTROL,
  id: 'put_snapshot',
  method: 'PUT',
  path: '/snapshots/:snapshot_name',
  params: SnapshotPath,
  responses: { 200: SnapshotState },
  writes: false,

  // Outside the unit of work, which the copy would wait for.
  before: ({ params, platform }) => changeCopies(() => platform.control.copies.take(params.snapshot_name)),

  async run({ prepared: { result } }) {
    return presentSnapshot(result)
  },
})
