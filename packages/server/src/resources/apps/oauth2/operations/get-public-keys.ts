import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { getSigningKey, PublicKey } from '../actions/signing.ts'

/** Get OpenID Connect Keys: public keys that verify id tokens. [AUT-4] */
export const getPublicKeys = operation({
  id: 'get_public_keys',
  method: 'GET',
  path: '/oauth2/keys',
  callers: ['anyone'],
  responses: { 200: Type.Object({ keys: Type.Array(PublicKey) }) },

  before: ({ platform }) => getSigningKey(platform),

  async run({ prepared: { jwk } }) {
    return { keys: [jwk] }
  },
})
