import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentNode } from '../present.ts'
import { CONTROL } from '../requests.ts'
import { NodeState } from '../responses.ts'

/** List Nodes: the live nodes of the cluster; none for a process that is alone. */
export const listNodes = operation({
  ...CONTROL,
  id: 'list_nodes',
  method: 'GET',
  path: '/nodes',
  responses: { 200: Type.Array(NodeState) },

  async run({ platform }) {
    return (await platform.control.nodes()).map(presentNode)
  },
})
