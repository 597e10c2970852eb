import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../actions/authorize.ts'
import { OPERATOR_ACTIONS } from '../model.ts'
import { LogEntry, presentLogEntry } from '../present.ts'
import { listLogEntries } from '../store.ts'

const PAGE_MAX = 100
const PAGE_DEFAULT = 50
const TARGET_MAX = 200

/** List Operators Log: what operators did, newest first. Nobody can change an entry. */
export const listOperatorsLog = operation({
  id: 'list_operators_log',
  method: 'GET',
  path: '/admin/log',
  callers: ['operator', 'person'],
  unlisted: true,
  query: Type.Object({
    actor: Optional(Type.Union([SnowflakeId, OneOf('key', 'command')])),
    action: Optional(OneOf(...OPERATOR_ACTIONS)),
    target: Optional(Text(1, TARGET_MAX)),
    before: Optional(SnowflakeId),
    limit: Optional(Int(1, PAGE_MAX)),
  }),
  responses: { 200: Type.Array(LogEntry) },

  async run({ query, ...request }) {
    await operatorOf(request, 'admin')
    const entries = await listLogEntries(request.work, { ...query, limit: query.limit ?? PAGE_DEFAULT })
    return entries.map(presentLogEntry)
  },
})
