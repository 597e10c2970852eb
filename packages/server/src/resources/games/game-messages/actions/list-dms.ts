import { type ChannelObject, ChannelType, type Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listOpenDms, presentDm } from '../../../guild/channels/index.ts'
import { otherUserOf } from '../model.ts'
import { presentGameDm } from '../present.ts'
import { listGameDms } from '../store.ts'
import { loadGameDm } from './hydrate.ts'

/** A DM with one other user. */
interface ListedConversation {
  readonly otherId: Snowflake
  readonly lastMessageId: Snowflake | null
  readonly channel: ChannelObject
}

/** Lists the DMs of a player with one other user each: ordinary ones, and those that exist only in the game. */
export async function listConversations(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake | null,
): Promise<ListedConversation[]> {
  const channels = (await listOpenDms(session, userId)).filter(({ type }) => type === ChannelType.DM)
  const users = await listUsers(
    session,
    channels.flatMap(({ recipient_ids }) => recipient_ids),
  )
  const listed: ListedConversation[] = channels.map((channel) => ({
    otherId: channel.recipient_ids.find((id) => id !== userId) ?? userId,
    lastMessageId: channel.last_message_id,
    channel: presentDm(
      channel,
      userId,
      channel.recipient_ids.flatMap((id) => users.get(id) ?? []),
    ),
  }))
  for (const dm of applicationId === null ? [] : await listGameDms(session, userId, applicationId)) {
    const loaded = await loadGameDm(session, dm)
    const otherId = otherUserOf(dm, userId)
    listed.push({ otherId, lastMessageId: loaded.lastMessageId, channel: presentGameDm(loaded, userId) })
  }
  return listed
}

/** Returns `private_channels` of READY for a game. Its token must have the scope `dm_channels.read`. */
export async function privateChannelsForGame(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<ChannelObject[]> {
  return (await listConversations(session, userId, applicationId)).map(({ channel }) => channel)
}
