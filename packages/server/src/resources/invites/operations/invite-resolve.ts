import { Invite } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../kernel/schema.ts'
import { findInvite } from '../find.ts'
import { showInvites } from '../show.ts'

/** Get Invite: whoever has the code may look. */
export const inviteResolve = operation({
  id: 'invite_resolve',
  method: 'GET',
  path: '/invites/:code',
  callers: ['anyone'],
  params: Type.Object({ code: Text(1, 100) }),
  query: Type.Object({ with_counts: Optional(Type.Boolean()), with_expiration: Optional(Type.Boolean()) }),
  answers: { 200: Invite },

  async run({ params, query, work }) {
    const { invite, view } = await findInvite(work, params.code)
    const [shown] = await showInvites(work, view, [invite], { counts: query.with_counts ?? false })
    return shown
  },
})
