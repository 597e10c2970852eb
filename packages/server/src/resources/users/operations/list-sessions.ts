import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../validation/schema.ts'
import { presentSession } from '../actions/sessions.ts'
import * as store from '../store.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])
const UserSession = Type.Object({
  id_hash: Type.String(),
  approx_last_used_time: Type.String(),
  client_info: Type.Object({ os: Type.Null(), platform: Nullable, location: Nullable }),
})

/** Lists the caller's sessions, the one last used first. */
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
