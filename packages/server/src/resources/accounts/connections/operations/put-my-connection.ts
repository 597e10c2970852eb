import { invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { saveConnection } from '../actions/save.ts'
import { CONNECTIONS_MAX, ConnectionFields, ConnectionParams } from '../requests.ts'
import { listConnections } from '../store.ts'

/**
 * Adds or changes a connection of the current person. The other platform is not asked whether the account exists, since
 * persons here are the operator's test users.
 */
export const putMyConnection = operation({
  id: 'put_my_connection',
  method: 'PUT',
  path: '/users/@me/connections/:type/:connection_id',
  callers: ['person'],
  unlisted: true,
  params: ConnectionParams,
  body: ConnectionFields,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const connections = await listConnections(work, caller.userId)
    const isSame = ({ type, id }: { type: string; id: string }) => type === params.type && id === params.connection_id
    if (connections.length >= CONNECTIONS_MAX && !connections.some(isSame)) {
      throw invalidForm(['connection_id'], 'BASE_TYPE_BAD_LENGTH', `Must be ${CONNECTIONS_MAX} or fewer in all.`)
    }
    const { type, connection_id: id } = params
    await saveConnection(work, { user_id: caller.userId, type, id, created_at: work.now, ...body })
  },
})
