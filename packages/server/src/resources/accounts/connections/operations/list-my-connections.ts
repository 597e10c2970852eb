import { ConnectionObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentConnection } from '../present.ts'
import { isReturned } from '../rules.ts'
import * as store from '../store.ts'

/** Get Current User Connections. [END-1] [END-2] */
export const listMyConnections = operation({
  id: 'list_my_connections',
  method: 'GET',
  path: '/users/@me/connections',
  callers: ['bearer', 'person'],
  scope: 'connections',
  responses: { 200: Type.Array(ConnectionObject) },

  async run({ caller, work }) {
    const connections = await store.listConnections(work, caller.userId)
    return connections.filter((one) => isReturned(one, work.changes, work.now)).map(presentConnection)
  },
})
