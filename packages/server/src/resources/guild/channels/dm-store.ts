import { ChannelType, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { findChannel, insertChannel } from './store.ts'

/** Bound of the DMs that a client is sent. */
const DMS_MAX = 1000

const openDmsOfUser = prepare<{ userId: Snowflake }>()((slot) =>
  db
    .selectFrom('channel_recipients')
    .select('channel_id')
    .where('user_id', '=', slot('userId'))
    .where('shown', '=', 1)
    .orderBy('channel_id')
    .limit(DMS_MAX),
)

function orderedPair(one: Snowflake, other: Snowflake): { low: Snowflake; high: Snowflake } {
  return one < other ? { low: one, high: other } : { low: other, high: one }
}

/** Returns the DM of two users. */
export async function findDm(session: StoreSession, one: Snowflake, other: Snowflake): Promise<Channel | undefined> {
  const { low, high } = orderedPair(one, other)
  const pair = await session.first(
    db.selectFrom('dm_pairs').selectAll().where('low_user_id', '=', low).where('high_user_id', '=', high),
  )
  return pair && findChannel(session, pair.channel_id)
}

/** Inserts a DM of two users, closed for both. */
export async function insertDm(
  session: StoreSession,
  id: Snowflake,
  one: Snowflake,
  other: Snowflake,
): Promise<Channel> {
  const { low, high } = orderedPair(one, other)
  await session.run(db.insertInto('dm_pairs').values({ low_user_id: low, high_user_id: high, channel_id: id }))
  for (const userId of [low, high]) await insertDmRecipient(session, id, userId)
  return insertChannel(session, { id, guild_id: null, type: ChannelType.DM, name: null, recipient_ids: [low, high] })
}

/** Inserts a recipient, for whom the DM is closed. */
export async function insertDmRecipient(session: StoreSession, channelId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(db.insertInto('channel_recipients').values({ channel_id: channelId, user_id: userId, shown: 0 }))
}

/** Deletes a recipient. */
export async function deleteDmRecipient(session: StoreSession, channelId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(
    db.deleteFrom('channel_recipients').where('channel_id', '=', channelId).where('user_id', '=', userId),
  )
}

/** Returns the DMs and group DMs that are open for a user, the oldest first. */
export async function listOpenDms(session: StoreSession, userId: Snowflake): Promise<Channel[]> {
  const rows = await session.allPrepared(openDmsOfUser, { userId })
  const channels: Channel[] = []
  for (const { channel_id } of rows) {
    const channel = await findChannel(session, channel_id)
    if (channel) channels.push(channel)
  }
  return channels
}

/** Returns the recipients for whom a DM is closed. */
export async function listRecipientsWithClosedDm(session: StoreSession, channelId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('channel_recipients')
      .select('user_id')
      .where('channel_id', '=', channelId)
      .where('shown', '=', 0)
      .orderBy('user_id'),
  )
  return rows.map((row) => row.user_id)
}

/** Opens or closes a DM for one of its recipients. */
export async function updateDmRecipient(
  session: StoreSession,
  channelId: Snowflake,
  userId: Snowflake,
  { open }: { open: boolean },
): Promise<void> {
  await session.run(
    db
      .updateTable('channel_recipients')
      .set({ shown: open ? 1 : 0 })
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId),
  )
}
