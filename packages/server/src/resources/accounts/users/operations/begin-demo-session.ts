import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { demoUserIdsFor } from '../actions/demo-people.ts'
import { beginSession } from '../actions/sessions.ts'
import * as store from '../store.ts'

/** Signs a person of the demo world in without a password. Other users and other platforms get 404. */
export const beginDemoSession = operation({
  id: 'begin_demo_session',
  method: 'POST',
  path: '/auth/demo',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({ user_id: SnowflakeId }),
  responses: { 200: Type.Object({ token: Type.String(), user_id: Type.String() }) },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ body, work, platform, header }) {
    const id = demoUserIdsFor({ platform, header }).find((user) => user === body.user_id)
    const user = id === undefined ? undefined : await store.findUser(work, id)
    if (!user) throw new ApiError('NOT_FOUND')
    return { token: await beginSession(work, user.id), user_id: user.id.toString() }
  },
})
