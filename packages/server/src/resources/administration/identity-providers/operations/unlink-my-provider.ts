import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { unlinkProvider } from '../actions/link.ts'
import { ProviderPath } from '../requests.ts'

/** Unlink My Provider: a provider signs the person in no more. */
export const unlinkMyProvider = operation({
  id: 'unlink_my_provider',
  method: 'DELETE',
  path: '/users/@me/sso/:provider_id',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: ProviderPath,
  responses: { 204: NoContent },

  async run({ params, work, caller }) {
    await unlinkProvider(work, caller.user, params.provider_id)
  },
})
