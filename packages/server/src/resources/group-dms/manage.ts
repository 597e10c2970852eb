import { ApiError, ChannelType, demand, MessageType, type Snowflake } from '@guildhall/protocol'
import { channelForCaller, managesGroupDm } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type EventType, userTopic } from '../../kernel/event.ts'
import type { Channel, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import {
  countGroupsOf,
  dmClosed,
  dmCreate,
  dmUpdate,
  insertGroupRows,
  joinGroup,
  leaveGroup,
  newChannel,
  removeWholeChannel,
  showDm,
  updateChannel,
} from '../channels/index.ts'
import { postMessage } from '../messages/index.ts'
import { identifyToken, listUsers, tokenHash } from '../users/index.ts'
import { channelRecipientAdd, channelRecipientRemove } from './events.ts'
import { mayAdd, mayMake, mayRemove } from './rules.ts'

/** Whose token it is: of the scope `gdm.join`, alive, and given to the caller's application. @throws ApiError 50025 */
export async function bearerOf(work: Work, caller: Caller, token: string): Promise<User> {
  const bearer = await identifyToken(work, tokenHash(token))
  const good =
    bearer?.kind === 'bearer' &&
    bearer.application?.id === caller.application?.id &&
    bearer.scopes.has('gdm.join') &&
    (bearer.expiresAt === null || bearer.expiresAt > work.now)
  if (!bearer || !good) throw new ApiError('INVALID_ACCESS_TOKEN')
  return bearer.user
}

/** The group, for who is in it or manages it: 10003, 50001, 50024 where it is none of theirs. */
export async function groupOf(work: Work, caller: Caller, channelId: Snowflake): Promise<Channel> {
  const { channel } = await channelForCaller(work, caller, channelId)
  if (channel.type !== ChannelType.GROUP_DM) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return channel
}

/** Makes a group and shows it to everybody in it. */
export async function makeGroup(
  work: Work,
  caller: Caller,
  people: readonly User[],
  nicks: Record<string, string> = {},
): Promise<Channel> {
  const byApplication = caller.kind === 'bot'
  demand(
    mayMake({
      people: people.length,
      bots: people.filter((user) => user.bot).length,
      made: await countGroupsOf(work, caller.userId),
      byApplication,
    }),
  )
  const channel = newChannel({
    id: work.nextId(),
    guild_id: null,
    type: ChannelType.GROUP_DM,
    name: null,
    owner_id: caller.userId,
    application_id: byApplication ? (caller.application?.id ?? null) : undefined,
    recipient_ids: people.map((user) => user.id),
    nicks,
  })
  await insertGroupRows(work, channel, caller.userId)
  for (const { id } of people) await show(work, channel, id, people)
  return channel
}

async function show(work: Work, channel: Channel, viewerId: Snowflake, recipients: readonly User[]): Promise<void> {
  await showDm(work, channel.id, viewerId, true)
  work.emit(dmCreate, userTopic(viewerId), { channel, viewerId, recipients })
}

/** Somebody joins: told to those inside, shown to the new one, and said in the group. */
export async function addToGroup(work: Work, channel: Channel, by: User, user: User, nick: string | null) {
  demand(mayAdd({ people: channel.recipient_ids.length, bot: user.bot }))
  const nicks = nick ? { ...channel.nicks, [user.id.toString()]: nick } : channel.nicks
  const after = { ...channel, nicks, recipient_ids: [...channel.recipient_ids, user.id] }
  await joinGroup(work, channel.id, user.id)
  if (nicks !== channel.nicks) await updateChannel(work, after)
  const recipients = [...(await listUsers(work, after.recipient_ids)).values()]
  for (const id of channel.recipient_ids)
    work.emit(channelRecipientAdd, userTopic(id), { channelId: channel.id, user, nick })
  await show(work, after, user.id, recipients)
  await tell(work, after, by, MessageType.RECIPIENT_ADD, { mentions: [user.id] })
  return { channel: after, recipients }
}

/** Somebody leaves or is removed. With the owner goes the ownership, with the last one the group. */
export async function removeFromGroup(work: Work, caller: Caller, channel: Channel, userId: Snowflake): Promise<void> {
  const self = userId === caller.userId
  demand(mayRemove({ self, owner: channel.owner_id === caller.userId, manages: managesGroupDm(caller, channel) }))
  const users = await listUsers(work, channel.recipient_ids)
  const user = users.get(userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const recipient_ids = channel.recipient_ids.filter((id) => id !== userId)
  const recipients = recipient_ids.flatMap((id) => users.get(id) ?? [])
  await leaveGroup(work, channel.id, userId)
  work.emit(dmClosed, userTopic(userId), { channel, viewerId: userId, recipients })
  if (recipient_ids.length === 0) return removeWholeChannel(work, channel.id)
  const { [userId.toString()]: _, ...nicks } = channel.nicks
  const owner_id = channel.owner_id === userId ? (recipient_ids[0] ?? null) : channel.owner_id
  const after = { ...channel, recipient_ids, owner_id, nicks }
  await updateChannel(work, after)
  for (const id of recipient_ids)
    work.emit(channelRecipientRemove, userTopic(id), { channelId: channel.id, user, nick: null })
  if (owner_id !== channel.owner_id) announce(work, dmUpdate, after, recipients)
  await tell(work, after, caller.user, MessageType.RECIPIENT_REMOVE, { mentions: [userId] })
}

/** The group's application is done with it. */
export async function dissolveGroup(work: Work, channel: Channel): Promise<User[]> {
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  announce(work, dmClosed, channel, recipients)
  await removeWholeChannel(work, channel.id)
  return recipients
}

/** Another name or icon, said in the group. */
export async function editGroup(
  work: Work,
  by: User,
  channel: Channel,
  changes: { name?: string | null; icon?: string | null },
): Promise<{ channel: Channel; recipients: User[] }> {
  const after = { ...channel, ...changes }
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  if (after.name === channel.name && after.icon === channel.icon) return { channel, recipients }
  await updateChannel(work, after)
  announce(work, dmUpdate, after, recipients)
  if (after.name !== channel.name)
    await tell(work, after, by, MessageType.CHANNEL_NAME_CHANGE, { content: after.name ?? '' })
  if (after.icon !== channel.icon) await tell(work, after, by, MessageType.CHANNEL_ICON_CHANGE, {})
  return { channel: after, recipients }
}

type Shown = { channel: Channel; viewerId: Snowflake; recipients: readonly User[] }

function announce(work: Work, type: EventType<Shown>, channel: Channel, recipients: readonly User[]): void {
  for (const viewerId of channel.recipient_ids) work.emit(type, userTopic(viewerId), { channel, viewerId, recipients })
}

async function tell(
  work: Work,
  channel: Channel,
  author: User,
  type: number,
  fields: { content?: string; mentions?: Snowflake[] },
): Promise<void> {
  await postMessage(work, { channel, view: null }, { author, type, content: '', ...fields })
}
