import { ApplicationIdentityObject, UserObject, wire } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { renderAccounts } from '../actions/list-accounts.ts'
import { GameParams } from '../issuer-requests.ts'

const PAGE_MAX = 100
const PAGE_DEFAULT = 25

const Account = Type.Object({
  user: UserObject,
  created_at: wire.Time,
  /** Whether a ban of the operator restricts the account. [SUB-9] */
  restricted: Type.Boolean(),
  identities: Type.Array(ApplicationIdentityObject),
})

/** List Provisional Accounts that a game made, for its owner. */
export const listProvisionalAccounts = operation({
  id: 'list_provisional_accounts',
  method: 'GET',
  path: '/applications/:application_id/provisional-accounts',
  callers: ['person'],
  unlisted: true,
  params: GameParams,
  query: Type.Object({ after: Optional(SnowflakeId), limit: Optional(Int(1, PAGE_MAX)) }),
  responses: { 200: Type.Object({ total: Type.Integer(), items: Type.Array(Account) }) },

  async run({ caller, params, query, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return renderAccounts(work, id, { after: query.after ?? 0n, limit: query.limit ?? PAGE_DEFAULT })
  },
})
