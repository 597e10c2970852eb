import { ApiError, ChannelObject, NICKNAME_MAX, type Snowflake } from '@guildhall/protocol'
import { groupDmForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { NoContent, Nullable, Optional, PersonName, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { presentDm } from '../../../guild/channels/index.ts'
import { demandDmBetween } from '../../relationships/index.ts'
import { addToGroupDm, userOfGroupToken } from '../actions/recipients.ts'

/** Group DM Add Recipient. An application needs the user's access token; a person may add users they may write to. */
export const addGroupDmUser = operation({
  id: 'add_group_dm_user',
  method: 'PUT',
  path: '/channels/:channel_id/recipients/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  body: Type.Object({
    access_token: Optional(Nullable(Text(1, 10_240))),
    nick: Optional(Nullable(PersonName(0, NICKNAME_MAX))),
  }),
  responses: { 201: ChannelObject, 204: NoContent },

  async run({ caller, params, body, work }) {
    const group = await groupDmForCaller(work, caller, params.channel_id)
    const user =
      caller.kind === 'bot'
        ? await userByToken(work, caller, params.user_id, body.access_token ?? '')
        : await userByPerson(work, caller, params.user_id)
    if (group.recipient_ids.includes(user.id)) return undefined
    const added = { user, nick: body.nick || null }
    const { channel, recipients } = await addToGroupDm(work, group, caller.user, added)
    return new HttpResponse(201, presentDm(channel, caller.userId, recipients))
  },
})

async function userByToken(work: Work, caller: Caller, userId: Snowflake, token: string): Promise<User> {
  const user = await userOfGroupToken(work, caller, token)
  if (user.id !== userId) throw new ApiError('INVALID_ACCESS_TOKEN')
  return user
}

async function userByPerson(work: Work, caller: Caller, userId: Snowflake): Promise<User> {
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  await demandDmBetween(work, caller.userId, userId)
  return user
}
