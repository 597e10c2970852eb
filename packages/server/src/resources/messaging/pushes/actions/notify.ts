import { ChannelType, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { listDeviceHolders, listDeviceHoldersIn, queuePush } from '../../../accounts/push-devices/index.ts'
import { findUser, getClientSettings, listUsers } from '../../../accounts/users/index.ts'
import { RING_MS } from '../../calls/index.ts'
import { type ChannelLocation, findMessage, heldLocationOf, type StoredMessage } from '../../messages/index.ts'
import { findReadState } from '../../read-states/index.ts'
import { isBlockedBetween } from '../../relationships/index.ts'
import { findThreadMember } from '../../threads/index.ts'
import { type PushDue, pushDue } from '../jobs.ts'
import { type PushTargets, pushTargets, pushText, pushTitle } from '../rules.ts'
import { wordsIn } from '../words.ts'

/** Members of a guild of one unit of work, which holds the guild. */
const MEMBERS_PER_STEP = 100
/** Time for which a message is worth a notification. */
const MESSAGE_LIFETIME_MS = 24 * 3_600_000

/** A message, with what all of its notifications have in common. */
interface Told {
  readonly location: ChannelLocation
  readonly message: StoredMessage
  readonly title: string
  /** Users who are mentioned in the text. */
  readonly mentioned: ReadonlyMap<Snowflake, User>
  /** Whether the instance lets texts out. */
  readonly withText: boolean
}

/** The job `push`: queues the notifications about a message for those of its recipients who do not use the app. */
export async function notifyRecipients(work: Work, due: PushDue): Promise<void> {
  const location = await heldLocationOf(work, due.channelId)
  const message = location ? await findMessage(work, due.channelId, due.messageId) : undefined
  const targets = location && message ? pushTargets(message, location.channel.recipient_ids) : null
  if (!location || !message || !targets) return
  const userIds = await listCandidates(work, { location, targets, due })
  if (userIds.length === 0) return
  const told: Told = {
    location,
    message,
    title: await titleOf(work, location, message),
    mentioned: await listUsers(work, message.mentions),
    withText: (await settingsOf(work)).push_content,
  }
  for (const userId of userIds) if (await isWanted(work, told, userId)) await queueFor(work, told, userId)
}

/** Returns users with a device whom a message notifies. Of a whole guild, a further job looks at the next members. */
async function listCandidates(
  work: Work,
  { location, targets, due }: { location: ChannelLocation; targets: PushTargets; due: PushDue },
): Promise<Snowflake[]> {
  const { view } = location
  if (!view || (!targets.everyone && targets.roleIds.length === 0)) return listDeviceHolders(work, targets.userIds)
  const page = await listDeviceHoldersIn(work, view.id, { after: due.after, limit: MEMBERS_PER_STEP })
  const after = page.at(-1)
  if (after !== undefined && page.length === MEMBERS_PER_STEP)
    await work.schedule(pushDue, due.messageId.toString(), work.now, { ...due, after })
  const candidates: Snowflake[] = []
  for (const userId of page) {
    const roles = (await memberInGuild(work, view, userId))?.roles ?? []
    const isNamed = targets.everyone || targets.userIds.includes(userId)
    if (isNamed || roles.some((id) => targets.roleIds.includes(id))) candidates.push(userId)
  }
  return candidates
}

/** Returns whether a user can read a message, has not done so, and is not in front of a client. */
async function isWanted(work: Work, { location, message }: Told, userId: Snowflake): Promise<boolean> {
  if (userId === message.author_id) return false
  if (!(await canRead(work, location, userId))) return false
  if (await isBlockedBetween(work, userId, message.author_id)) return false
  const read = await findReadState(work, userId, message.channel_id)
  if (read && read.last_message_id >= message.id) return false
  return !(await work.players.isActive(work, userId))
}

async function canRead(work: Work, { channel, view }: ChannelLocation, userId: Snowflake): Promise<boolean> {
  if (!view) return channel.recipient_ids.includes(userId)
  const member = await memberInGuild(work, view, userId)
  if (!member) return false
  const permissions = memberChannelPermissions(view, channel, member, work.now)
  if ((permissions & Permission.VIEW_CHANNEL) === 0n) return false
  if (channel.type !== ChannelType.PRIVATE_THREAD || (permissions & Permission.MANAGE_THREADS) !== 0n) return true
  return (await findThreadMember(work, channel.id, userId)) !== undefined
}

async function titleOf(work: Work, { channel, view }: ChannelLocation, message: StoredMessage): Promise<string> {
  const author = await findUser(work, message.author_id)
  const nick = view ? (await memberInGuild(work, view, message.author_id))?.nick : null
  const name = message.webhook?.name ?? nick ?? author?.global_name ?? author?.username ?? ''
  return pushTitle(name, { channel: channel.name, guild: view?.guild.name ?? null })
}

async function queueFor(work: Work, told: Told, userId: Snowflake): Promise<void> {
  const { location, message, title, mentioned, withText } = told
  const { view, channel } = location
  const showsText = withText && (await getClientSettings(work, userId)).push_content
  const words = wordsIn((await findUser(work, userId))?.locale ?? null)
  const names = {
    user: (id: Snowflake) => mentioned.get(id)?.global_name ?? mentioned.get(id)?.username,
    role: (id: Snowflake) => view?.roles.get(id)?.name,
    channel: (id: Snowflake) => view?.channels.get(id)?.name ?? undefined,
  }
  const isCall = message.call !== null
  const payload = {
    title,
    body: showsText ? pushText(message, names, words) : '',
    tag: `${isCall ? 'call' : 'channel'}-${channel.id}`,
    url: `/channels/${view?.id ?? '@me'}/${channel.id}`,
  }
  await queuePush(work, { userId, payload, lifetimeMs: isCall ? RING_MS : MESSAGE_LIFETIME_MS })
}
