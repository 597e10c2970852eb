import { ApiError, ChannelType, demand, MessageType, type Snowflake } from '@guildhall/protocol'
import { managesGroupDm } from '../../../../access/channel.ts'
import { demandFullAccount } from '../../../../access/player.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { identifyToken, listUsers, tokenHash } from '../../../accounts/users/index.ts'
import { newChannel } from '../../../guild/channels/index.ts'
import { postMessage } from '../../messages/index.ts'
import { withoutRecipient } from '../model.ts'
import { mayAdd, mayCreate, mayRemove } from '../rules.ts'
import { countGroupDmsOfCreator } from '../store.ts'
import { deleteGroupDm, saveAddedRecipient, saveGroupDm, saveNewGroupDm, saveRemovedRecipient } from './save.ts'

/**
 * Returns the user of an access token that the caller's application may add to a group DM.
 *
 * @throws INVALID_ACCESS_TOKEN (50025) for an expired token, one of another application or one without `gdm.join`
 */
export async function userOfGroupToken(work: Work, caller: Caller, token: string): Promise<User> {
  const bearer = await identifyToken(work, tokenHash(token))
  const good =
    bearer?.kind === 'bearer' &&
    bearer.application?.id === caller.application?.id &&
    bearer.scopes.has('gdm.join') &&
    (bearer.expiresAt === null || bearer.expiresAt > work.now)
  if (!bearer || !good) throw new ApiError('INVALID_ACCESS_TOKEN')
  return bearer.user
}

/** Creates a group DM and opens it for its recipients. `nicks` are by user id. */
export async function createGroupDm(
  work: Work,
  caller: Caller,
  recipients: readonly User[],
  nicks: Record<string, string> = {},
): Promise<Channel> {
  const byApplication = caller.kind === 'bot'
  demand(
    mayCreate({
      recipients: recipients.length,
      bots: recipients.filter((user) => user.bot).length,
      created: await countGroupDmsOfCreator(work, caller.userId),
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
    recipient_ids: recipients.map((user) => user.id),
    nicks,
  })
  await saveNewGroupDm(work, channel, { id: caller.userId }, recipients)
  return channel
}

/** Adds a user to a group DM. A system message in the group names them. */
export async function addToGroupDm(
  work: Work,
  channel: Channel,
  actor: User,
  { user, nick }: { user: User; nick: string | null },
): Promise<{ channel: Channel; recipients: User[] }> {
  demandFullAccount(user, 'CANNOT_SEND_TO_USER')
  demand(mayAdd({ recipients: channel.recipient_ids.length, bot: user.bot }))
  const nicks = nick ? { ...channel.nicks, [user.id.toString()]: nick } : channel.nicks
  const after = { ...channel, nicks, recipient_ids: [...channel.recipient_ids, user.id] }
  const recipients = [...(await listUsers(work, after.recipient_ids)).values()]
  await saveAddedRecipient(work, { before: channel, after }, { user, nick }, recipients)
  await postSystemMessage(work, after, actor, MessageType.RECIPIENT_ADD, { mentions: [user.id] })
  return { channel: after, recipients }
}

/**
 * Removes a user from a group DM, or lets them leave. The next recipient becomes the owner after the owner leaves. The
 * group is deleted with its last recipient.
 *
 * @throws MISSING_PERMISSIONS (50013); UNKNOWN_USER (10013) for a user who is not a recipient
 */
export async function removeFromGroupDm(
  work: Work,
  caller: Caller,
  channel: Channel,
  userId: Snowflake,
): Promise<void> {
  const self = userId === caller.userId
  demand(mayRemove({ self, owner: channel.owner_id === caller.userId, manages: managesGroupDm(caller, channel) }))
  const users = await listUsers(work, channel.recipient_ids)
  const user = users.get(userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const after = withoutRecipient(channel, userId)
  const recipients = after.recipient_ids.flatMap((id) => users.get(id) ?? [])
  await saveRemovedRecipient(work, { before: channel, after }, user, recipients)
  if (after.recipient_ids.length === 0) return
  await postSystemMessage(work, after, caller.user, MessageType.RECIPIENT_REMOVE, { mentions: [userId] })
}

/** Deletes a group DM on behalf of its application. Returns its last recipients. */
export async function dissolveGroupDm(work: Work, channel: Channel): Promise<User[]> {
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  await deleteGroupDm(work, channel, recipients)
  return recipients
}

/** Changes the name and icon of a group DM. System messages in the group say so. */
export async function editGroupDm(
  work: Work,
  actor: User,
  channel: Channel,
  changes: { name?: string | null; icon?: string | null },
): Promise<{ channel: Channel; recipients: User[] }> {
  const after = { ...channel, ...changes }
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  if (after.name === channel.name && after.icon === channel.icon) return { channel, recipients }
  await saveGroupDm(work, after, recipients)
  if (after.name !== channel.name)
    await postSystemMessage(work, after, actor, MessageType.CHANNEL_NAME_CHANGE, { content: after.name ?? '' })
  if (after.icon !== channel.icon) await postSystemMessage(work, after, actor, MessageType.CHANNEL_ICON_CHANGE, {})
  return { channel: after, recipients }
}

async function postSystemMessage(
  work: Work,
  channel: Channel,
  author: User,
  type: number,
  fields: { content?: string; mentions?: Snowflake[] },
): Promise<void> {
  await postMessage(work, { channel, view: null }, { author, type, content: '', ...fields })
}
