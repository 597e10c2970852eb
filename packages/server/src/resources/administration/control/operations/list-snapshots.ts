import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentSnapshot } from '../present-worlds.ts'
import { CONTROL } from '../requests.ts'
import { SnapshotState } from '../world-responses.ts'

/** List Snapshots: oldest first. */
export const listSnapshots = operation({
  ...CONTROL,
  id: 'list_snapshots',
  method: 'GET',
  path: '/snapshots',
  responses: { 200: Type.Array(SnapshotState) },

  async run({ platform }) {
    return (await platform.control.copies.list()).map(presentSnapshot)
  },
})
