import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { insertDmRecipient } from '../../guild/channels/dm-store.ts'
import { insertChannel } from '../../guild/channels/store.ts'

/** Inserts a group DM, closed for all its recipients. */
export async function insertGroupDm(session: StoreSession, channel: Channel, creatorId: Snowflake): Promise<void> {
  await insertChannel(session, channel)
  await session.run(db.insertInto('group_dms').values({ channel_id: channel.id, creator_id: creatorId }))
  for (const userId of channel.recipient_ids) await insertDmRecipient(session, channel.id, userId)
}

/** Returns the number of existing group DMs that a user created. */
export async function countGroupDmsOfCreator(session: StoreSession, creatorId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('group_dms')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('creator_id', '=', creatorId),
  )
  return Number(row?.total ?? 0)
}

/** Lists group DMs that a user is in. */
export async function listGroupDmIds(session: StoreSession, userId: Snowflake, limit: number): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('channel_recipients')
      .innerJoin('group_dms', 'group_dms.channel_id', 'channel_recipients.channel_id')
      .select('channel_recipients.channel_id')
      .where('channel_recipients.user_id', '=', userId)
      .limit(limit),
  )
  return rows.map(({ channel_id }) => channel_id)
}
