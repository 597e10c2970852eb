import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Type } from '../../../../validation/schema.ts'

/** Get Challenge: work that a client does before it registers. It is valid for ten minutes, and once. */
export const getChallenge = operation({
  id: 'get_challenge',
  method: 'GET',
  path: '/auth/challenge',
  callers: ['anyone'],
  unlisted: true,
  responses: {
    200: Type.Object({
      algorithm: OneOf('SHA-256'),
      challenge: Type.String(),
      salt: Type.String(),
      maxnumber: Type.Integer(),
      signature: Type.String(),
    }),
  },

  async run({ work, platform }) {
    return platform.proofOfWork.challenge(work.now)
  },
})
