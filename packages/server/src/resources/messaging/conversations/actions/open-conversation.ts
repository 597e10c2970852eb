import {
  ApiError,
  type ChannelObject,
  GROUP_DM_RECIPIENTS_MAX,
  NICKNAME_MAX,
  type Snowflake,
} from '@guildhall/protocol'
import { demandFullAccount, findUserForCaller } from '../../../../access/player.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Distinct, Nullable, Optional, SnowflakeId, type Static, Text, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { createDm as createDmChannel, findDm, openDm, presentDm } from '../../../guild/channels/index.ts'
import { createGroupDm, userOfGroupToken } from '../../group-dms/index.ts'
import { demandDmBetween } from '../../relationships/index.ts'

export const CreateDmBody = Type.Object({
  recipient_id: Optional(Nullable(SnowflakeId)),
  recipients: Optional(Nullable(Distinct(SnowflakeId, 0, GROUP_DM_RECIPIENTS_MAX))),
  access_tokens: Optional(Nullable(Distinct(Text(1, 10_240), 0, GROUP_DM_RECIPIENTS_MAX))),
  nicks: Optional(
    Nullable(Type.Record(Type.String(), Nullable(Text(0, NICKNAME_MAX)), { maxProperties: GROUP_DM_RECIPIENTS_MAX })),
  ),
})
export type CreateDmBody = Static<typeof CreateDmBody>

/** Returns what a request holds: the other user may open the same DM. */
export function holdsOfDm({ recipient_id, recipients }: CreateDmBody): string[] {
  return [recipient_id, ...(recipients ?? [])].map((id) => `user.${id}`)
}

/**
 * Returns the DM with another user, and creates it if there is none. Each pair of users has one DM, which opens for the
 * other user with its first message. With several other users, it creates a group DM.
 */
export async function openConversation(work: Work, caller: Caller, body: CreateDmBody): Promise<ChannelObject> {
  const tokens = body.access_tokens ?? []
  if (caller.kind === 'bot' && tokens.length > 0) return createGroupByTokens(work, caller, tokens, body.nicks ?? {})
  const others = body.recipients ?? []
  if (caller.kind === 'person' && others.length > 1) return createGroupOfPeople(work, caller, others)
  const otherId = body.recipient_id ?? (others.length > 1 ? undefined : others[0])
  if (otherId == null || otherId === caller.userId) throw new ApiError('INVALID_RECIPIENTS')
  const other = await findUserForCaller(work, caller, otherId)
  if (!other) throw new ApiError('INVALID_RECIPIENTS')
  demandFullAccount(other, 'CANNOT_SEND_TO_USER')
  if (caller.kind === 'bot' && other.bot) throw new ApiError('CANNOT_SEND_TO_USER', { status: 400 })
  const existing = await findDm(work, caller.userId, otherId)
  // Whether the bot may write is decided by its first message.
  if (!existing) await demandDmBetween(work, caller.userId, otherId)
  const channel = existing ?? (await createDmChannel(work, caller.userId, otherId))
  await openDm(work, channel, [caller.userId])
  return presentDm(channel, caller.userId, [...(await listUsers(work, channel.recipient_ids)).values()])
}

/** Creates a group of the users who gave the application a token. The bot itself is no recipient. [CH-1] [CH-3] */
async function createGroupByTokens(
  work: Work,
  caller: Caller,
  tokens: readonly string[],
  nicks: Record<string, string | null>,
): Promise<ChannelObject> {
  const recipients = new Map<Snowflake, User>()
  for (const token of tokens) {
    const user = await userOfGroupToken(work, caller, token)
    recipients.set(user.id, user)
  }
  const recipientNicks = [...recipients.keys()].flatMap((id) => {
    const nick = nicks[id.toString()]
    return nick ? [[id.toString(), nick] as const] : []
  })
  const users = [...recipients.values()]
  return presentDm(await createGroupDm(work, caller, users, Object.fromEntries(recipientNicks)), caller.userId, users)
}

/** Creates a group of a person and at least two others. */
async function createGroupOfPeople(work: Work, caller: Caller, others: readonly Snowflake[]): Promise<ChannelObject> {
  const users = await listUsers(work, others)
  for (const id of others) {
    const user = users.get(id)
    if (!user) throw new ApiError('INVALID_RECIPIENTS')
    demandFullAccount(user, 'CANNOT_SEND_TO_USER')
    if (id !== caller.userId) await demandDmBetween(work, caller.userId, id)
  }
  const recipients = [caller.user, ...[...users.values()].filter(({ id }) => id !== caller.userId)]
  return presentDm(await createGroupDm(work, caller, recipients), caller.userId, recipients)
}
