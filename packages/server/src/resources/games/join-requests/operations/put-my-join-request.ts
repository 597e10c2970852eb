import { GuildJoinRequestObject, invalidForm } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveJoinRequest } from '../actions/save.ts'
import type { StoredJoinRequest } from '../model.ts'
import { presentJoinRequest } from '../present.ts'
import { mayRequest } from '../rules.ts'
import * as store from '../store.ts'

/** Requests that the caller, a pending member, passes the guild's membership screening. */
export const putMyJoinRequest = operation({
  id: 'put_my_join_request',
  method: 'PUT',
  path: '/guilds/:guild_id/requests/@me',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 201: GuildJoinRequestObject },

  async run({ caller, params, work }) {
    const { view, member } = await guildForCaller(work, caller, params.guild_id)
    const earlier = await store.findJoinRequest(work, view.id, { userId: caller.userId })
    const verdict = mayRequest(member, earlier?.status)
    if (!verdict.ok)
      throw invalidForm(
        ['guild_id'],
        'JOIN_REQUEST_NOT_OPEN',
        'You have a pending request or are already a full member.',
      )
    const request: StoredJoinRequest = {
      id: work.nextId(),
      guild_id: view.id,
      user_id: caller.userId,
      status: 'SUBMITTED',
      created_at: work.now,
      reviewed_at: null,
      reviewer_id: null,
      rejection_reason: null,
    }
    await saveJoinRequest(work, request)
    return presentJoinRequest(request, { user: caller.user })
  },
})
