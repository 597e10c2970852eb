import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Text, Type } from '../../../../validation/schema.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { endHeadlessSession } from '../actions/save.ts'
import * as store from '../store.ts'

/** Ends a session without a gateway connection by its token. */
export const deleteHeadlessSession = operation({
  id: 'delete_headless_session',
  method: 'POST',
  path: '/users/@me/headless-sessions/delete',
  callers: ['bearer'],
  scope: 'activities.write',
  unlisted: true,
  body: Type.Object({ token: Text(1, 100) }),
  responses: { 204: NoContent },

  async run({ caller, body, work }) {
    const { application, user } = caller
    if (!application) throw new ApiError('UNAUTHORIZED')
    const player = { user_id: user.id, application_id: application.id }
    const session = await store.findHeadlessSessionOfToken(work, player, tokenHash(body.token))
    if (!session) throw new ApiError('UNKNOWN_SESSION')
    await endHeadlessSession(work, session)
  },
})
