import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { endSessions } from '../actions/save.ts'

/** Logout: ends the caller's session. The body names push services of mobile clients, which this platform ignores. */
export const logout = operation({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({
    provider: OptionalNullable(Text(0, 100)),
    voip_provider: OptionalNullable(Text(0, 100)),
  }),
  responses: { 204: Type.Undefined() },

  async run({ caller, work }) {
    await endSessions(work, caller.userId, [caller.tokenHash])
  },
})
