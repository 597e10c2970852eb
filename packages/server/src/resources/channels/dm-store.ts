import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../kernel/model.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { find, insert } from './store.ts'

/** Conversations that a client lists. */
const DMS_MAX = 1000

/** The DM of two users. */
export async function findDm(session: StoreSession, one: Snowflake, other: Snowflake): Promise<Channel | undefined> {
  const [low, high] = one < other ? [one, other] : [other, one]
  const pair = await session.first(
    db.selectFrom('dm_pairs').selectAll().where('low_user_id', '=', low).where('high_user_id', '=', high),
  )
  return pair && find(session, pair.channel_id)
}

/** A new DM, which nobody is shown yet. */
export async function insertDm(
  session: StoreSession,
  id: Snowflake,
  one: Snowflake,
  other: Snowflake,
): Promise<Channel> {
  const [low, high] = one < other ? [one, other] : [other, one]
  await session.run(db.insertInto('dm_pairs').values({ low_user_id: low, high_user_id: high, channel_id: id }))
  for (const user_id of [low, high])
    await session.run(db.insertInto('channel_recipients').values({ channel_id: id, user_id, shown: 0 }))
  return insert(session, { id, guild_id: null, type: 1, name: null, recipient_ids: [low, high] })
}

/** The rows of a new group DM; nobody is shown it yet. */
export async function insertGroupRows(session: StoreSession, channel: Channel, creatorId: Snowflake): Promise<void> {
  await insert(session, channel)
  await session.run(db.insertInto('group_dms').values({ channel_id: channel.id, creator_id: creatorId }))
  for (const user_id of channel.recipient_ids) await joinGroup(session, channel.id, user_id)
}

/** How many group DMs that somebody has made are still there. */
export async function countGroupsOf(session: StoreSession, creatorId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('group_dms')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('creator_id', '=', creatorId),
  )
  return Number(row?.total ?? 0)
}

export async function joinGroup(session: StoreSession, channelId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(db.insertInto('channel_recipients').values({ channel_id: channelId, user_id: userId, shown: 0 }))
}

export async function leaveGroup(session: StoreSession, channelId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(
    db.deleteFrom('channel_recipients').where('channel_id', '=', channelId).where('user_id', '=', userId),
  )
}

/** The DMs that a user is shown, the oldest first. */
export async function listDms(session: StoreSession, userId: Snowflake): Promise<Channel[]> {
  const rows = await session.all(
    db
      .selectFrom('channel_recipients')
      .select('channel_id')
      .where('user_id', '=', userId)
      .where('shown', '=', 1)
      .orderBy('channel_id')
      .limit(DMS_MAX),
  )
  const channels: Channel[] = []
  for (const { channel_id } of rows) {
    const channel = await find(session, channel_id)
    if (channel) channels.push(channel)
  }
  return channels
}

/** Recipients who are not shown the DM now. */
export async function unaware(session: StoreSession, channelId: Snowflake): Promise<Snowflake[]> {
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

/** Shows or closes the DM for one of its recipients. */
export async function setShown(
  session: StoreSession,
  channelId: Snowflake,
  userId: Snowflake,
  shown: boolean,
): Promise<void> {
  await session.run(
    db
      .updateTable('channel_recipients')
      .set({ shown: shown ? 1 : 0 })
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId),
  )
}
