import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../kernel/schema.ts'
import { signingKey } from '../signing.ts'

const Key = Type.Object({
  kty: Type.String(),
  use: Type.String(),
  kid: Type.String(),
  n: Type.String(),
  e: Type.String(),
  alg: Type.String(),
})

/** The keys that id tokens are verified by. [AUT-4] */
export const getPublicKeys = operation({
  id: 'get_public_keys',
  method: 'GET',
  path: '/oauth2/keys',
  callers: ['anyone'],
  responses: { 200: Type.Object({ keys: Type.Array(Key) }) },

  before: ({ platform }) => signingKey(platform),

  async run({ prepared: { jwk } }) {
    return { keys: [jwk] }
  },
})
