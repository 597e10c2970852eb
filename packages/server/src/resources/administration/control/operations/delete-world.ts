import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { WorldPath } from '../world-requests.ts'

/** Delete World: ends a platform beside the first one. */
export const deleteWorld = operation({
  ...CONTROL,
  id: 'delete_world',
  method: 'DELETE',
  path: '/worlds/:world_name',
  params: WorldPath,
  responses: { 204: NoContent },
  writes: false,

  // Outside the unit of work, which others would wait for.
  async before({ params, platform }) {
    if (!(await platform.control.worlds.close(params.world_name, platform.addresses))) throw new ApiError('NOT_FOUND')
  },

  async run() {},
})
