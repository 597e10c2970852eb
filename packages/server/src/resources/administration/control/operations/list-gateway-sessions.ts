import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentSession, selectionOf } from '../present.ts'
import { CONTROL, SessionSelection } from '../requests.ts'
import { SessionState } from '../responses.ts'

/** List Gateway Sessions: the sessions of all live nodes that the query selects. */
export const listGatewaySessions = operation({
  ...CONTROL,
  id: 'list_gateway_sessions',
  method: 'GET',
  path: '/gateway/sessions',
  query: SessionSelection,
  responses: { 200: Type.Array(SessionState) },

  async run({ query, platform }) {
    return (await platform.control.gateway.list(selectionOf(query))).map(presentSession)
  },
})
