import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser, listUsers } from '../../../accounts/users/index.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'
import { listRecipientsWithClosedDm } from '../dm-store.ts'
import { mayMessageUser } from '../rules.ts'
import { closeDmFor, openDmFor } from './save.ts'

/**
 * Rejects a sender who may not write to a user in a DM.
 *
 * @throws UNKNOWN_USER (10013) for a user who does not exist; NO_MUTUAL_GUILDS (50278) for a bot
 *   without a guild in common; CANNOT_SEND_TO_USER (50007)
 */
export async function demandMayMessage(work: Work, sender: User, recipientId: Snowflake): Promise<void> {
  const recipient = await findUser(work, recipientId)
  if (!recipient) throw new ApiError('UNKNOWN_USER')
  if (!sender.bot) return
  const guildIds = new Set(await listGuildIdsOfUser(work, sender.id))
  const sharesGuild = (await listGuildIdsOfUser(work, recipientId)).some((id) => guildIds.has(id))
  demand(mayMessageUser(sender, { bot: recipient.bot, allowDms: recipient.allow_dms, sharesGuild }))
}

/** Opens a DM for those of `userIds` for whom it is closed. */
export async function openDm(work: Work, channel: Channel, userIds: readonly Snowflake[]): Promise<void> {
  const closed = (await listRecipientsWithClosedDm(work, channel.id)).filter((id) => userIds.includes(id))
  if (closed.length === 0) return
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  for (const id of closed) await openDmFor(work, channel, id, recipients)
}

/** Closes a DM for one of its recipients. Returns the recipients. */
export async function closeDm(work: Work, channel: Channel, userId: Snowflake): Promise<User[]> {
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  await closeDmFor(work, channel, userId, recipients)
  return recipients
}
