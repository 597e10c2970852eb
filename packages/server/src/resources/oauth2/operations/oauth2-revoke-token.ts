import { OAuth2Error } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Optional, Type } from '../../../validation/schema.ts'
import { tokenHash } from '../../users/index.ts'
import { authenticateClient, revokeGrants } from '../actions/tokens.ts'
import * as store from '../store.ts'

const Field = Optional(Type.String({ maxLength: 10_240 }))

/** Any one token revoked ends all of that application and user. A token that is not there is revoked already. [AUT-11] */
export const oauth2RevokeToken = operation({
  id: 'oauth2_revoke_token',
  method: 'POST',
  path: '/oauth2/token/revoke',
  callers: ['anyone'],
  unlisted: true,
  form: true,
  body: Type.Object({ token: Field, token_type_hint: Field, client_id: Field, client_secret: Field }),
  responses: { 200: Type.Object({}) },

  async run({ caller, body, work }) {
    const { application } = await authenticateClient(work, caller, body)
    if (!body.token) throw new OAuth2Error('invalid_request', 'token is missing.')
    const hash = tokenHash(body.token)
    const found = (await store.findAccessToken(work, hash)) ?? (await store.findRefreshToken(work, hash))
    if (found?.application_id === application.id) await revokeGrants(work, application.id, found.user_id)
    return {}
  },
})
