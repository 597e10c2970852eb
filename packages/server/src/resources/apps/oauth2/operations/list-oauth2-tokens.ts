import { readScopes, UsedApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { type Static, Type } from '../../../../validation/schema.ts'
import { findApplication, listInstalls, presentUsedApplication } from '../../../accounts/applications/index.ts'
import { listAccessTokensOfUser, listRefreshTokensOfUser } from '../../../accounts/authorizations/store.ts'

const Authorization = Type.Object({
  /** Id of the application. */
  id: Type.String(),
  scopes: Type.Array(Type.String()),
  application: UsedApplicationObject,
  disclosures: Type.Array(Type.Integer()),
})

/** List OAuth2 Tokens: applications that a person has installed or authorized, each once. */
export const listOauth2Tokens = operation({
  id: 'list_oauth2_tokens',
  method: 'GET',
  path: '/oauth2/tokens',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(Authorization) },

  async run({ caller, work }) {
    const scopesOf = new Map<bigint, Set<string>>()
    const rows = [
      ...(await listInstalls(work, caller.userId)),
      ...(await listAccessTokensOfUser(work, caller.userId, work.now)),
      ...(await listRefreshTokensOfUser(work, caller.userId)),
    ]
    for (const { application_id, scopes } of rows) {
      if (application_id === null) continue
      const known = scopesOf.get(application_id) ?? new Set()
      for (const scope of readScopes(scopes)) known.add(scope)
      scopesOf.set(application_id, known)
    }
    const list: Static<typeof Authorization>[] = []
    for (const [id, scopes] of scopesOf) {
      const application = await findApplication(work, id)
      if (!application) continue
      list.push({
        id: id.toString(),
        scopes: [...scopes],
        application: presentUsedApplication(application),
        disclosures: [],
      })
    }
    return list
  },
})
