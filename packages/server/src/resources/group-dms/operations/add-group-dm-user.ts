import { ApiError, ChannelObject, NICKNAME_MAX } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { User } from '../../../kernel/model.ts'
import { HttpResponse, operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { NoContent, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { presentDm } from '../../channels/index.ts'
import { demandDmBetween } from '../../guilds/index.ts'
import { findUser } from '../../users/index.ts'
import { addToGroup, bearerOf, groupOf } from '../manage.ts'

/** Group DM Add Recipient: by an application whom has let it, by a person whom they may write to. */
export const addGroupDmUser = operation({
  id: 'add_group_dm_user',
  method: 'PUT',
  path: '/channels/:channel_id/recipients/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  body: Type.Object({
    access_token: OptionalNullable(Text(1, 10_240)),
    nick: OptionalNullable(Text(0, NICKNAME_MAX)),
  }),
  responses: { 201: ChannelObject, 204: NoContent },

  async run({ caller, params, body, work }) {
    const group = await groupOf(work, caller, params.channel_id)
    const user =
      caller.kind === 'bot'
        ? await broughtBy(work, caller, params.user_id, body.access_token ?? '')
        : await acquaintance(work, caller, params.user_id)
    if (group.recipient_ids.includes(user.id)) return undefined
    const { channel, recipients } = await addToGroup(work, group, caller.user, user, body.nick || null)
    return new HttpResponse(201, presentDm(channel, caller.userId, recipients))
  },
})

async function broughtBy(work: Work, caller: Caller, userId: bigint, token: string): Promise<User> {
  const user = await bearerOf(work, caller, token)
  if (user.id !== userId) throw new ApiError('INVALID_ACCESS_TOKEN')
  return user
}

async function acquaintance(work: Work, caller: Caller, userId: bigint): Promise<User> {
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  await demandDmBetween(work, caller.userId, userId)
  return user
}
