import {
  ApiError,
  AuditLogAction,
  GuildJoinRequestObject,
  invalidForm,
  Permission,
  REJECTION_REASON_MAX,
} from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { removeMember, saveMember } from '../../../guild/members/index.ts'
import { saveJoinRequest } from '../actions/save.ts'
import { presentJoinRequest } from '../present.ts'
import { mayDecide } from '../rules.ts'
import * as store from '../store.ts'

/** Action Guild Join Request: approval makes the pending member a full member, rejection removes them. */
export const actionGuildJoinRequest = operation({
  id: 'action_guild_join_request',
  method: 'PATCH',
  path: '/guilds/:guild_id/requests/:request_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, request_id: SnowflakeId }),
  body: Type.Object({
    action: OneOf('APPROVED', 'REJECTED'),
    rejection_reason: OptionalNullable(Text(0, REJECTION_REASON_MAX)),
  }),
  responses: { 200: GuildJoinRequestObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.KICK_MEMBERS)
    const request = await store.findJoinRequest(work, view.id, { id: params.request_id })
    if (!request) throw new ApiError('NOT_FOUND')
    const decidable = mayDecide(request.status)
    if (!decidable.ok) throw invalidForm(['action'], 'JOIN_REQUEST_DECIDED', 'This request was already decided.')
    const user = await findUser(work, request.user_id)
    const member = user && (await memberInGuild(work, view, user.id))
    const approved = body.action === 'APPROVED'
    if (user && member?.pending) {
      if (approved) await saveMember(work, { ...member, pending: false }, user)
      else {
        await removeMember(work, view.id, user)
        await audit(work, { guildId: view.id, action: AuditLogAction.MEMBER_KICK, targetId: user.id })
      }
    }
    const decided = {
      ...request,
      status: body.action,
      reviewed_at: work.now,
      reviewer_id: caller.userId,
      rejection_reason: approved ? null : (body.rejection_reason ?? null),
    }
    await saveJoinRequest(work, decided)
    return presentJoinRequest(decided, { user, reviewer: caller.user })
  },
})
