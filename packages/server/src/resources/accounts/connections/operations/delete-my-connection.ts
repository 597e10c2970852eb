import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { deleteConnection } from '../actions/save.ts'
import { ConnectionParams } from '../requests.ts'

/** Delete Connection of the current person. */
export const deleteMyConnection = operation({
  id: 'delete_my_connection',
  method: 'DELETE',
  path: '/users/@me/connections/:type/:connection_id',
  callers: ['person'],
  unlisted: true,
  params: ConnectionParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await deleteConnection(work, caller.userId, params.type, params.connection_id)
  },
})
