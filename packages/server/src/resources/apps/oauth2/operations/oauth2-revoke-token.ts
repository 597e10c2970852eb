import { OAuth2Error } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findUser, tokenHash } from '../../../accounts/users/index.ts'
import { deauthorize } from '../../provisional-accounts/index.ts'
import { authenticateClient } from '../actions/authenticate-client.ts'
import { RevocationForm } from '../requests.ts'
import * as store from '../store.ts'

/** Revokes all tokens of an application for the user of a token. An unknown token counts as revoked. [AUT-11] */
export const oauth2RevokeToken = operation({
  id: 'oauth2_revoke_token',
  method: 'POST',
  path: '/oauth2/token/revoke',
  callers: ['anyone'],
  form: true,
  body: RevocationForm,
  responses: { 200: Type.Object({}) },

  async run({ caller, body, work }) {
    const { application } = await authenticateClient(work, caller, body)
    if (!body.token) throw new OAuth2Error('invalid_request', 'token is missing.')
    const hash = tokenHash(body.token)
    const found = (await store.findAccessToken(work, hash)) ?? (await store.findRefreshToken(work, hash))
    const user = found?.application_id === application.id ? await findUser(work, found.user_id) : undefined
    if (user) await deauthorize(work, { application, user })
    return {}
  },
})
