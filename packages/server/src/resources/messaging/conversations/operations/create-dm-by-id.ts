import { ApiError, ChannelObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { CreateDmBody, holdsOfDm, openConversation } from '../actions/open-conversation.ts'

/** Create DM under the caller's id in place of `@me`, as discord.js 12 and 13 call it. */
export const createDmById = operation({
  id: 'create_dm_by_id',
  method: 'POST',
  path: '/users/:user_id/channels',
  callers: ['bot', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: CreateDmBody,
  responses: { 200: ChannelObject },
  holds: holdsOfDm,

  async run({ caller, params, body, work }) {
    if (params.user_id !== caller.userId) throw new ApiError('MISSING_ACCESS')
    return await openConversation(work, caller, body)
  },
})
