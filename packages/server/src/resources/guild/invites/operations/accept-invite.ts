import { InviteObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { joinByInvite } from '../actions/join.ts'
import { presentInvite } from '../present.ts'

const AcceptedInvite = Type.Object(
  { ...InviteObject.properties, new_member: Type.Boolean() },
  { title: 'AcceptedInvite' },
)

/** Accept Invite: adds a person to the guild; nothing changes for a member. [END-49] */
export const acceptInvite = operation({
  id: 'accept_invite',
  method: 'POST',
  path: '/invites/:code',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: AcceptedInvite },

  async run({ caller, params, work }) {
    const { invite, view, isNew } = await joinByInvite(work, caller.user, params.code)
    return { ...presentInvite(invite, view, {}), new_member: isNew }
  },
})
