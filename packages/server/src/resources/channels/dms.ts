import { allow, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import { userTopic } from '../../kernel/event.ts'
import type { Channel, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { listGuildIdsOfUser } from '../members/index.ts'
import { findUser, listUsers } from '../users/index.ts'
import * as store from './dm-store.ts'
import { dmCreate } from './events.ts'

/** A bot writes to people who share a guild with it and let bots write to them; bots do not write to bots. */
export function mayWriteDm(
  writer: { bot: boolean },
  other: { bot: boolean; allowDms: boolean; shared: boolean },
): Verdict {
  if (!writer.bot) return allow
  if (other.bot) return refuse('CANNOT_SEND_TO_USER', 'bots do not write to bots')
  if (!other.shared) return refuse('CANNOT_SEND_TO_USER', 'no guild is shared')
  return other.allowDms ? allow : refuse('CANNOT_SEND_TO_USER', 'takes no messages of bots')
}

/** The same for a user given: 10013 when there is none. */
export async function mayWriteTo(work: Work, writer: User, otherId: Snowflake): Promise<Verdict> {
  const other = await findUser(work, otherId)
  if (!other) return refuse('UNKNOWN_USER', 'no such user')
  if (!writer.bot) return allow
  const own = new Set(await listGuildIdsOfUser(work, writer.id))
  const shared = (await listGuildIdsOfUser(work, otherId)).some((id) => own.has(id))
  return mayWriteDm(writer, { bot: other.bot, allowDms: other.allow_dms, shared })
}

/** Shows a DM to those of `userIds` who are not shown it. */
export async function openDm(work: Work, channel: Channel, userIds: readonly Snowflake[]): Promise<void> {
  const unaware = (await store.unaware(work, channel.id)).filter((id) => userIds.includes(id))
  if (unaware.length === 0) return
  const recipients = [...(await listUsers(work, channel.recipient_ids)).values()]
  for (const id of unaware) {
    await store.setShown(work, channel.id, id, true)
    work.emit(dmCreate, userTopic(id), { channel, viewerId: id, recipients })
  }
}
