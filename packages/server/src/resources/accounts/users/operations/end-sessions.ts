import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { endSessions as end } from '../actions/save.ts'
import { sessionIdHash } from '../model.ts'
import * as store from '../store.ts'

/** Maximum hashes of one request: more sessions than a person can have. */
const HASHES_MAX = 200

/** Ends the listed sessions of the caller. A client lists all of them to sign out everywhere. */
export const endSessions = operation({
  id: 'end_sessions',
  method: 'POST',
  path: '/auth/sessions/logout',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  body: Type.Object({ session_id_hashes: Type.Array(Text(1, 100), { minItems: 1, maxItems: HASHES_MAX }) }),
  responses: { 204: Type.Undefined() },

  async run({ caller, body, work }) {
    const named = new Set(body.session_id_hashes)
    const sessions = await store.listSessions(work, caller.userId)
    const ended = sessions.map(({ hash }) => hash).filter((hash) => named.has(sessionIdHash(hash)))
    await end(work, caller.userId, ended)
  },
})
