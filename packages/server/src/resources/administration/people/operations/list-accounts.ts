import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { OPERATOR_ROLES, operatorOf } from '../../../accounts/operators/index.ts'
import { listAccountsBy } from '../actions/find-accounts.ts'
import { ACCOUNT_STATES } from '../model.ts'
import { AccountObject, presentAccount } from '../present.ts'

const PAGE_MAX = 100
const QUERY_MAX = 100

/** List Accounts: people and registrations by id, for operators. */
export const listAccounts = operation({
  id: 'list_accounts',
  method: 'GET',
  path: '/admin/users',
  callers: ['operator', 'person'],
  unlisted: true,
  query: Type.Object({
    query: Optional(Text(0, QUERY_MAX)),
    state: Optional(OneOf(...ACCOUNT_STATES)),
    role: Optional(OneOf(...OPERATOR_ROLES)),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, PAGE_MAX)),
  }),
  responses: { 200: Type.Array(AccountObject) },

  async run({ query, ...request }) {
    const { work } = request
    await operatorOf(request, 'moderator')
    const { after = 0n, limit = PAGE_MAX, query: text } = query
    const accounts = await listAccountsBy(work, { ...query, query: text || undefined, after, limit })
    return accounts.map(presentAccount)
  },
})
