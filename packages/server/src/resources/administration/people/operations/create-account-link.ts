import { wire, wireTime } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import * as people from '../actions/save.ts'
import { signInUrl } from '../model.ts'

/** Create Account Link: a link that lets a person in once, for 24 hours. */
export const createAccountLink = operation({
  id: 'create_account_link',
  method: 'POST',
  path: '/admin/users/:user_id/link',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 200: Type.Object({ url: Type.String(), expires_at: wire.Time }) },

  async run({ params, platform, ...request }) {
    const operator = await operatorOf({ ...request, platform }, 'moderator', { fresh: true })
    const link = await people.createPersonLink(request.work, operator, params.user_id)
    return { url: signInUrl(platform.addresses.url, link.token), expires_at: wireTime(link.expiresAt) }
  },
})
