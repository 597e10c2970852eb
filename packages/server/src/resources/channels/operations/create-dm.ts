import {
  ApiError,
  ChannelObject,
  demand,
  GROUP_DM_RECIPIENTS_MAX,
  NICKNAME_MAX,
  type Snowflake,
} from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { User } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { Distinct, Nullable, Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { bearerOfGroupToken, makeGroup } from '../../group-dms/index.ts'
import { demandDmBetween } from '../../guilds/index.ts'
import { findUser, listUsers } from '../../users/index.ts'
import { findDm, insertDm } from '../dm-store.ts'
import { mayWriteTo, openDm } from '../dms.ts'
import { presentDm } from '../present.ts'

/** Create DM: one channel for each pair; the other is shown it with the first message. With several others a group DM. */
export const createDm = operation({
  id: 'create_dm',
  method: 'POST',
  path: '/users/@me/channels',
  callers: ['bot', 'person'],
  body: Type.Object({
    recipient_id: OptionalNullable(SnowflakeId),
    recipients: OptionalNullable(Distinct(SnowflakeId, 0, GROUP_DM_RECIPIENTS_MAX)),
    access_tokens: OptionalNullable(Distinct(Text(1, 10_240), 0, GROUP_DM_RECIPIENTS_MAX)),
    nicks: Optional(
      Nullable(Type.Record(Type.String(), Nullable(Text(0, NICKNAME_MAX)), { maxProperties: GROUP_DM_RECIPIENTS_MAX })),
    ),
  }),
  responses: { 200: ChannelObject },

  async run({ caller, body, work }) {
    const tokens = body.access_tokens ?? []
    if (caller.kind === 'bot' && tokens.length > 0) return groupByTokens(work, caller, tokens, body.nicks ?? {})
    const others = body.recipients ?? []
    if (caller.kind === 'person' && others.length > 1) return groupOfPeople(work, caller, others)
    const otherId = body.recipient_id ?? (others.length > 1 ? undefined : others[0])
    if (otherId == null || otherId === caller.userId) throw new ApiError('INVALID_RECIPIENTS')
    const other = await findUser(work, otherId)
    if (!other) throw new ApiError('INVALID_RECIPIENTS')
    if (caller.kind === 'bot' && other.bot) throw new ApiError('CANNOT_SEND_TO_USER', { status: 400 })
    const existing = await findDm(work, caller.userId, otherId)
    if (!existing) {
      demand(await mayWriteTo(work, caller.user, otherId))
      await demandDmBetween(work, caller.userId, otherId)
    }
    const channel = existing ?? (await insertDm(work, work.nextId(), caller.userId, otherId))
    await openDm(work, channel, [caller.userId])
    return presentDm(channel, caller.userId, [...(await listUsers(work, channel.recipient_ids)).values()])
  },
})

/** An application brings people together who have let it, each by their token. It is not in the group itself. [CH-1] [CH-3] */
async function groupByTokens(
  work: Work,
  caller: Caller,
  tokens: readonly string[],
  nicks: Record<string, string | null>,
): Promise<ChannelObject> {
  const people = new Map<Snowflake, User>()
  for (const token of tokens) {
    const user = await bearerOfGroupToken(work, caller, token)
    people.set(user.id, user)
  }
  const named = [...people.keys()].flatMap((id) => {
    const nick = nicks[id.toString()]
    return nick ? [[id.toString(), nick] as const] : []
  })
  const users = [...people.values()]
  return presentDm(await makeGroup(work, caller, users, Object.fromEntries(named)), caller.userId, users)
}

/** A person and at least two others. */
async function groupOfPeople(work: Work, caller: Caller, others: readonly Snowflake[]): Promise<ChannelObject> {
  const users = await listUsers(work, others)
  for (const id of others) {
    if (!users.has(id)) throw new ApiError('INVALID_RECIPIENTS')
    if (id !== caller.userId) await demandDmBetween(work, caller.userId, id)
  }
  const people = [caller.user, ...[...users.values()].filter(({ id }) => id !== caller.userId)]
  return presentDm(await makeGroup(work, caller, people), caller.userId, people)
}
