import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { presentSession } from '../present.ts'
import * as store from '../store.ts'

const NullableText = Nullable(Type.String())
const UserSession = Type.Object({
  id_hash: Type.String(),
  approx_last_used_time: Type.String(),
  client_info: Type.Object({ os: NullableText, platform: NullableText, location: NullableText }),
})

/** Get Auth Sessions: lists the caller's sessions, most recently used first. */
export const listSessions = operation({
  id: 'list_sessions',
  method: 'GET',
  path: '/auth/sessions',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Object({ user_sessions: Type.Array(UserSession) }) },

  async run({ caller, work }) {
    const sessions = await store.listSessions(work, caller.userId)
    const live = sessions.filter(({ expires_at }) => expires_at === null || expires_at > work.now)
    return { user_sessions: live.map(presentSession) }
  },
})
